--TEST--
A holder is killed: its lock on Redis or several stores is free when its TTL is over
--EXTENSIONS--
pcntl
posix
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/killed-holder.inc';

kill_holders(array_filter(ways(), fn ($way) => preg_match('/^(Redis|Combined|Retry)/', $way->name)));
?>
--EXPECT--
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, cluster
ok: RedisStore, sentinel
ok: RedisStore, \Redis
ok: RedisStore, \RedisArray
ok: RedisStore, \RedisCluster
ok: RedisStore, Predis
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
