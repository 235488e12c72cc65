--TEST--
examples/documents.php: versions and pessimistic locks of documents
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';
require __DIR__.'/../inc/mongodb.inc';

replay('documents', mongodb_server(), mongodb_database());
?>
--EXPECT--
Alice saves, the version is 2.
Bob does not: No document "int:1" has the version 1, which was expected.
Bob reads again: The document "int:1" has the version 2, and not 1, which was expected.
Alice locks for writing: yes
Bob locks for writing:   no
Bob locks for reading:   no
Alice only reads:        yes
Bob locks for reading:   yes
Alice waits for the second post: no
So Bob gets the first one:       yes
Both are free again:             yes
