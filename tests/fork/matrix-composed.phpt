--TEST--
Forks and stores in front of others: every end of a child, with and without using the store
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_command('strace'); need_extension('pdo'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(array_filter(
    ways(),
    fn ($way) => str_starts_with($way->name, 'Combined') || str_starts_with($way->name, 'Retry'),
));
?>
--EXPECT--
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
