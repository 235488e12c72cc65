--TEST--
MemcachedStore by DSN: a lock that ends while its own key acquires it again, and whose connection is lost after that, is not taken for another owner's
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
foreach (['text' => 'cas', 'binary' => 'set'] as $protocol => $verb) {
    group($protocol, function () use ($server, $protocol, $verb) {
        // Its third "add" is the second one of the acquisition.
        [$proxy, $dsn] = between_us($server, 'return "add" === $verb && 3 === $count ? false : null;', '
            if ("'.$verb.'" === $verb && 1 === $counts[$verb]) {
                $direct = stream_socket_client("tcp://127.0.0.1:'.$server->port.'");
                fwrite($direct, "delete '.($name = unique()).'\r\n");
                fgets($direct);
            }
        ');
        $store = new MemcachedStore("$dsn?protocol=$protocol");
        $lock = new Lock(new Key($name), $store, 30.0, false);
        same('acquired', true, $lock->acquire());
        same('acquired again', true, $lock->acquire());
        same('held', true, $lock->isAcquired());
        same('not by another one', false, (new Lock(new Key($name), $store, 30.0, false))->acquire());
        $lock->release();
        $proxy->say('end');
        same('asked for so often', 5, json_decode($proxy->finish(), true)['add']);
    });
}
?>
--EXPECT--
ok: text
ok: binary
