--TEST--
PdoStore: a file of SQLite that cannot be opened, or is none, is named
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/failures.inc';

use Symfony\Component\Lock\Store\PdoStore;

fails('no directory', new PdoStore('sqlite:/nowhere/at/all.db'), ['unable to open'], '/nowhere/at/all.db', []);
file_put_contents($file = temporary_directory().'/file.db', str_repeat('not a database', 100));
fails('another file', new PdoStore("sqlite:$file"), ['not a database'], $file, []);
?>
--EXPECT--
ok: no directory: a storage error
ok: no directory: the server's words
ok: no directory: the address
ok: another file: a storage error
ok: another file: the server's words
ok: another file: the address
