--TEST--
After a fork what was not held before it is everybody's own: documents of MongoDB
--EXTENSIONS--
pcntl
posix
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-tokens.inc';

side_by_side(array_intersect_key(ways(), ['MongoDbDocumentStore' => 1]), forks_have_tokens(...));
?>
--EXPECT--
ok: MongoDbDocumentStore
