--TEST--
RedisStore through \Redis: exit() in a method of the client ends the script
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

final class LeavingRedis extends Redis
{
    public function getMode(): int
    {
        exit("leaving\n");
    }
}

$client = new LeavingRedis();
redis_connect($client);
$store = new RedisStore($client);
try {
    $store->save(new Key('client-object-exit'));
} catch (Throwable $e) {
    echo 'caught ', get_class($e), "\n";
}
echo "exit() was swallowed\n";
?>
--EXPECT--
leaving
