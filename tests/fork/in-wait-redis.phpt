--TEST--
A handler forks in a blocking wait for a lock on Redis or on several stores
--EXTENSIONS--
pcntl
posix
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-in-wait.inc';

forks_in_waits(array_filter(ways(), fn ($way) => preg_match('/^(Redis|Combined|Retry)/', $way->name)));
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
ok: the waiter ends
