--TEST--
examples/no-automatic-release.php: autoRelease: false
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('no-automatic-release', redis_dsn(8));
?>
--EXPECT--
First call:  sends the report
Second call: does nothing, the report was sent a moment ago
Two seconds later: sends the report
