--TEST--
MemcachedStore against servers that lie: no crash, nothing acquired or refused without an answer that says so, no hang, and right again afterwards
--FILE--
<?php
require __DIR__.'/../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** The servers' answers to requests of this verb that match, as [key => true]. */
function answers(array $notes, string $verb, string $text, array $statuses): array
{
    $found = [];
    foreach ($notes as [$seen, $key, $bytes]) {
        $bytes = base64_decode($bytes);
        $binary = '';
        foreach ($statuses as $status) {
            $binary .= ($binary ? '|' : '').'\x81.{5}'.preg_quote(pack('n', $status));
        }
        if ($verb === $seen && preg_match("/$text|$binary/s", $bytes)) {
            $found[$key] = true;
        }
    }

    return $found;
}

$server = new FuzzServer("require '".__DIR__."/../inc/fuzz-memcached.inc';");
$dsn = fn (string $user, string $more) => "memcached://{$user}127.0.0.1:$server->port?$more";
$store = fn (string $user, string $more) => new CombinedStore(
    array_map(
        fn ($i) => new MemcachedStore($dsn($user, "prefix_key=$i.&read_timeout=0.1$i&timeout=0.2$more")),
        [1, 2, 3],
    ),
    new ConsensusStrategy(),
);
$stores = [
    'auto' => new MemcachedStore($dsn('', 'read_timeout=0.15&timeout=0.2')),
    'binary' => new MemcachedStore($dsn('', 'read_timeout=0.15&timeout=0.2&protocol=binary')),
    'text' => new MemcachedStore($dsn('', 'read_timeout=0.15&timeout=0.2&binary_protocol=0')),
    'meta' => new MemcachedStore($dsn('', 'read_timeout=0.15&timeout=0.2&protocol=meta')),
    'SASL' => new MemcachedStore($dsn('user:password@', 'read_timeout=0.15&timeout=0.2')),
    'quorum, auto' => $store('', ''),
    'quorum, binary' => $store('', '&protocol=binary'),
    'quorum, text' => $store('', '&binary_protocol=0'),
    'quorum, meta' => $store('', '&protocol=meta'),
    'quorum, SASL' => $store('user:password@', ''),
];
fuzz_rounds('lies', function (Fuzz $fuzz) use ($server, $stores) {
    $what = $fuzz->pick(array_keys($stores));
    $store = $stores[$what];
    $needed = str_starts_with($what, 'quorum') ? 2 : 1;
    $server->round($fuzz->seed, 'hostile');
    $lock = new Lock($key = new Key("lock$fuzz->seed"), $store, 30, false);
    for ($i = 0; $i < 4; ++$i) {
        $method = $fuzz->pick(['acquire', 'acquire', 'isAcquired', 'refresh', 'release']);
        $start = now();
        try {
            $result = $lock->$method();
        } catch (ExceptionInterface) {
            $result = null;
        }
        between("$what: $method: seconds", 0, 6, now() - $start);
        $notes = $server->notes();
        $seen = json_encode($notes);
        $stored = answers($notes, 'add', '(^|\n)(STORED|HD .*?)\r?\n', [0])
            + answers($notes, 'cas', '(^|\n)(STORED|HD .*?)\r?\n', [0]);
        $token = $key->hasState(MemcachedStore::class) ? $key->getState(MemcachedStore::class) : null;
        if ('acquire' === $method && true === $result) {
            check("$what: acquired only after servers said so", count($stored) >= $needed, $seen);
        }
        if ('acquire' === $method && false === $result) {
            $refused = answers($notes, 'add', 'NOT_STORED|NS', [
                2,
                5,
            ]) + answers($notes, 'get', 'VALUE|END|VA|EN', [0, 1]) + answers(
                $notes,
                'cas',
                'EXISTS|NOT_FOUND|EX|NF',
                [1, 2],
            );
            check("$what: refused only after servers said so", (bool) $refused, $seen);
        }
        if ('isAcquired' === $method && true === $result) {
            check(
                "$what: held only after servers said so",
                count(answers($notes, 'get', 'VALUE|VA', [0])) >= $needed,
                $seen,
            );
        }
    }
    // The same store and its connections, such as they are. What a server says late is no lie of the next answer.
    usleep(40000);
    $server->round($fuzz->seed, 'honest');
    $lock = new Lock(new Key("honest$fuzz->seed"), $store, 30, false);
    $other = new Lock(new Key("honest$fuzz->seed"), $store, 30, false);
    try {
        $lock->acquire();
    } catch (LockAcquiringException $e) {
        // A quorum still waits for answers that it has given up. Where they never come, nobody can tell that before the
        // time limit.
        check(
            "$what: an error",
            2 === $needed && str_contains($e->getPrevious()->getMessage(), 'no answer within'),
            chain($e),
        );
    }
    same("$what: acquired afterwards", true, $lock->acquire());
    same("$what: excluded", false, $other->acquire());
    same("$what: held", true, $lock->isAcquired());
    $lock->refresh();
    $lock->release();
    same("$what: released", false, $lock->isAcquired());
    same("$what: free for another", true, $other->acquire());
    $other->release();
});
echo $server->stop();
?>
--EXPECTF--
seed %d
ok: lies
