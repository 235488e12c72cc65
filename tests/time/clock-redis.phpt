--TEST--
The system clock is set an hour off: Redis and several stores
--EXTENSIONS--
pcntl
posix
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Predis/autoload.php');
need_command('faketime');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/system-clock.inc';

set_clocks(array_filter(ways(), fn ($way) => preg_match('/^(Redis|Combined|Retry)/', $way->name)));
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
