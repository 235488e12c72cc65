--TEST--
Forks and locks in documents: every end of a child, with and without using the store
--EXTENSIONS--
pcntl
posix
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(array_filter(ways(), fn ($way) => str_starts_with($way->name, 'MongoDbDocument')));
?>
--EXPECT--
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
