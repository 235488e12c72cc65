--TEST--
The system clock is set an hour off: tables of SQLite
--EXTENSIONS--
pcntl
posix
pdo
pdo_sqlite
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need_file('Doctrine/DBAL/autoload.php');
need_command('faketime');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/system-clock.inc';

set_clocks(array_filter(ways(), fn ($way) => preg_match('/^(PdoStore|DoctrineDbalStore), sqlite/', $way->name)));
?>
--EXPECT--
ok: PdoStore, sqlite
ok: DoctrineDbalStore, sqlite
