--TEST--
RedisStore: the key lives as long as the longest of its readers; a writer is marked as one
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/time-to-live.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

(new HoldingServer())->by_each_way(function (callable $makeStore, HoldingServer $server) {
    $name = unique();
    [$a, $b] = [new Key($name), new Key($name)];
    $first = new Lock($a, $makeStore(), 20);
    $second = new Lock($b, $makeStore(), 60);
    $first->acquireRead();
    $second->acquireRead();
    [$ta, $tb] = [token($a), token($b)];
    $server->holds('two readers', [$ta => 20, $tb => 60, 'ttl' => 60], $name);
    $second->refresh(5);
    $server->holds('the one that was longer is shorter', [$ta => 20, $tb => 5, 'ttl' => 20], $name);
    same('no writer among readers', false, $first->acquire());
    $server->holds('a refused promotion', [$ta => 20, $tb => 5, 'ttl' => 20], $name);
    $first->release();
    $server->holds('one reader', [$tb => 5, 'ttl' => 5], $name);
    same('promotion', true, $second->acquire());
    $server->holds('a writer', [$tb => 60, 'writer' => 60, 'ttl' => 60], $name);
    same('demotion', true, $second->acquireRead());
    $server->holds('a reader again', [$tb => 60, 'ttl' => 60], $name);
    $second->release();
    same('nobody', false, $server->has($name));
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
