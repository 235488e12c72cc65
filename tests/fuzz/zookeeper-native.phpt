--TEST--
ZookeeperStore by DSN and a server that lies: no crash, no hang, and nothing is acquired that the server has not granted
--FILE--
<?php
require __DIR__.'/../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\ZookeeperStore;

$server = new FuzzServer("require '".dirname(__DIR__)."/inc/fuzz-zookeeper.inc';");

/** "yes", "no" or "error"; anything else is a defect. */
function ask(callable $f): string
{
    $start = now();
    try {
        $answer = false === $f() ? 'no' : 'yes';
    } catch (ExceptionInterface $e) {
        $answer = $e instanceof Symfony\Component\Lock\Exception\LockConflictedException ? 'no' : 'error';
    }
    // Five sendings, the question afterwards, and a new session.
    between('seconds', 0, 6, now() - $start);

    return $answer;
}

/** @return list<array{string, string}> what was asked, and the answer */
function operations(Fuzz $fuzz, ZookeeperStore $store, array $keys): array
{
    $answers = [];
    for ($i = $fuzz->int(1, 6); $i > 0; --$i) {
        $key = $fuzz->pick($keys);
        $what = $fuzz->pick(['save', 'save', 'exists', 'delete']);
        $answers[] = [$what, ask(fn () => $store->$what($key)), $key];
    }

    return $answers;
}

$dsn = fn (string $seconds) => sprintf(
    'zookeeper://127.0.0.1:%d?timeout=%s&read_timeout=%s&session_timeout=10',
    $server->port,
    $seconds,
    $seconds,
);

fuzz_rounds('answers that break off', function (Fuzz $fuzz) use ($server, $dsn) {
    $server->round($fuzz->seed, 'broken');
    $store = new ZookeeperStore($dsn('1'));
    $keys = [new Key($a = unique()), new Key($a), new Key(unique())];
    $owner = [];
    foreach (operations($fuzz, $store, $keys) as [$what, $answer, $key]) {
        $name = (string) $key;
        if ('save' === $what && 'yes' === $answer) {
            check('one owner', !isset($owner[$name]) || $owner[$name] === $key, $name);
            $owner[$name] = $key;
        } elseif ('delete' === $what && 'yes' === $answer && ($owner[$name] ?? null) === $key) {
            unset($owner[$name]);
        } elseif ('error' === $answer && ($owner[$name] ?? null) === $key) {
            // It may have been deleted.
            unset($owner[$name]);
        }
    }
    $made = array_column(array_filter($server->notes(), fn ($note) => 'made' === $note[0]), 1);
    foreach ($owner as $name => $key) {
        check('the server has granted it', in_array("/$name", $made, true), $name);
    }
});

fuzz_rounds('answers that are wrong', function (Fuzz $fuzz) use ($server, $dsn) {
    $server->round($fuzz->seed, 'hostile');
    $store = new ZookeeperStore($dsn('0.1'));
    $keys = [new Key($a = unique()), new Key($a), new Key(unique())];
    foreach (operations($fuzz, $store, $keys) as [, $answer]) {
        check('an answer', in_array($answer, ['yes', 'no', 'error'], true));
    }
});

group('and it works with an honest one', function () use ($server, $dsn) {
    $server->round(1, 'honest');
    $store = new ZookeeperStore($dsn('5'));
    [$key, $other] = [new Key($name = unique()), new Key($name)];
    $answers = array_map(
        fn ($call) => ask(fn () => $store->{$call[0]}($call[1])),
        [
            ['save', $key],
            ['exists', $key],
            ['save', $other],
            ['exists', $other],
            ['delete', $key],
            ['exists', $key],
            ['save', $other],
        ],
    );
    same('answers', ['yes', 'yes', 'no', 'no', 'yes', 'no', 'yes'], $answers);
});
$server->stop();
?>
--EXPECTF--
seed %d
ok: answers that break off
seed %d
ok: answers that are wrong
ok: and it works with an honest one
