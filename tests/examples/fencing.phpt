--TEST--
examples/fencing.php: a table refuses the owner whose lock has run out
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

$file = dirname(__DIR__, 2).'/examples/fencing.php';
$child = Child::file($file, 'here', ['pdo', 'pdo_sqlite'], [], [redis_dsn(5)]);
echo $child->finish();
if ($child->exit) {
    echo "FAIL: exit status $child->exit\n";
}
?>
--EXPECT--
The first owner has read 100, and is stopped for longer than its lock lives.
The second owner writes 70.
The first owner goes on, and has not looked at its lock again.
The first owner comes too late: its write is refused.
The account has 70.
