--TEST--
FlockStore and the PHP packages 5.4, 6.4 and 7.4 exclude each other
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
foreach (['5.4', '6.4', '7.4'] as $line) {
    exclude_each_other(
        $line,
        new FlockStore($directory),
        'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).')',
        ['shared'],
    );
}
?>
--EXPECT--
ok: 5.4, plain name
ok: 5.4, bytes name
ok: 5.4, long name
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
