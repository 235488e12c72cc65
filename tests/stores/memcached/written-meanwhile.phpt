--TEST--
MemcachedStore by DSN: a lock that its own owner writes to elsewhere, between the question and the write, is refreshed and released all the same; another owner's is left alone
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
$text = $server->text();

/** A proxy before which the lock is written, its own value or "another", when these verbs come the first N times. */
function written(OwnMemcached $server, string $verbs, int $times, bool $another): array
{
    return between_us($server, 'return null;', '
        $verbs = '.$verbs.';
        $times = array_sum(array_intersect_key($counts, array_flip($verbs)));
        if (in_array($verb, $verbs, true) && $times <= '.$times.') {
            $key = "\x80" === $request[0]
                ? substr($request, 24 + ord($request[4]), unpack("n", $request, 2)[1])
                : explode(" ", $request)[1];
            $direct = stream_socket_client("tcp://127.0.0.1:'.$server->port.'");
            fwrite($direct, "get $key\r\n");
            fgets($direct);
            $value = rtrim(fgets($direct));
            $value = '.($another ? '"another"' : '$value').';
            fwrite($direct, "set $key 0 60 ".strlen($value)."\r\n$value\r\n");
            fgets($direct);
            fgets($direct);
        }
    ');
}

foreach (['text', 'meta', 'binary'] as $protocol) {
    foreach ([[1, false], [3, false], [1, true], [9, false]] as [$times, $another]) {
        $what = "$protocol: written ".($another ? 'by another owner' : "$times times");
        group($what, function () use ($server, $text, $protocol, $times, $another) {
            $verbs = match ($protocol) {
                'text' => "['cas']",
                'meta' => "['cas', 'md', 'ms']",
                'binary' => "['set', 'delete']",
            };
            $own = 9 > $times && !$another;
            foreach (['refresh', 'release'] as $method) {
                $name = unique();
                [$proxy, $dsn] = written($server, $verbs, $times, $another);
                $lock = new Lock(new Key($name), new MemcachedStore($server->dsn()), 30, false);
                check('acquired', $lock->acquire());
                $key = unserialize(serialize(((array) $lock)["\0".Lock::class."\0key"]));
                $store = new MemcachedStore("$dsn?protocol=$protocol");
                $f = fn () => 'refresh' === $method ? $store->putOffExpiration($key, 20) : $store->delete($key);
                $outcome = outcome($f);
                same($method, $own || 'release' === $method, !str_contains($outcome, 'Conflicted'));
                $expected = match (true) {
                    $another => 'another flags 0',
                    $own && 'release' === $method => null,
                    default => true,
                };
                $found = $text->get($name);
                same("$method: what is there", $expected, true === $expected ? null !== $found : $found);
                $proxy->finish();
            }
        });
    }
}
?>
--EXPECT--
ok: text: written 1 times
ok: text: written 3 times
ok: text: written by another owner
ok: text: written 9 times
ok: meta: written 1 times
ok: meta: written 3 times
ok: meta: written by another owner
ok: meta: written 9 times
ok: binary: written 1 times
ok: binary: written 3 times
ok: binary: written by another owner
ok: binary: written 9 times
