--TEST--
Forks and RedisStore: every end of a child, with and without using the store
--EXTENSIONS--
pcntl
posix
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Predis/autoload.php');
need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(array_filter(ways(), fn ($way) => str_starts_with($way->name, 'Redis')));
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
