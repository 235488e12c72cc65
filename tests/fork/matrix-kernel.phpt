--TEST--
Forks and locks of the process and the kernel: every end of a child, with and without using the store
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('strace'); need_extension('pdo'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(ways(Keeper::Process, Keeper::Kernel));
?>
--EXPECT--
ok: InMemoryStore
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
