--TEST--
MemcachedStore by DSN: answers to meta commands as older servers give them, with a space too many or with OK for HD
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
foreach (['HD  ', 'OK  ', 'OK ', 'NO '] as $code) {
    group("\"$code\"", function () use ($server, $code) {
        [$proxy, $dsn] = between_us($server, '
            return "md" === $verb && preg_match("/ (O\d+)\r\n$/", $request, $m) ? "'.$code.'$m[1]\r\n" : null;
        ');
        $store = new MemcachedStore("$dsn?protocol=meta");
        $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
        same('acquired', true, $lock->acquire());
        $lock->refresh();
        $known = 'NO ' !== $code;
        same('released', $known, 'null' === strtolower(outcome(fn () => $lock->release())));
        same('it was', null, $server->text()->get($name));
        $proxy->say('end');
        check('by a meta command', isset(json_decode($proxy->finish(), true)['md']));
    });
}
group('a delete that compares the version with 0', function () use ($server) {
    [$proxy, $dsn] = between_us($server, 'return null;', '
        $request = "md" === $verb ? preg_replace("/ C\d+/", " C1", $request) : $request;
    ');
    $store = new MemcachedStore("$dsn?protocol=meta");
    // So that no version is 1.
    $store->save(new Key(unique()));
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());
    $lock->release();
    same('released', null, $server->text()->get($name));
    $proxy->say('end');
    // And once for a version that the store remembers, on servers that take it from the client.
    between('times asked for', 1, 2, json_decode($proxy->finish(), true)['md']);
});
?>
--EXPECT--
ok: "HD  "
ok: "OK  "
ok: "OK "
ok: "NO "
ok: a delete that compares the version with 0
