--TEST--
PdoStore by DSN: a connection that PostgreSQL has lost is opened again, also where libpq tells of that in another language
--EXTENSIONS--
pcntl
pdo
pdo_pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); need_command('localedef'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

drop_table_at_the_end('pgsql');
$directory = temporary_directory();
exec('localedef -i de_DE -f UTF-8 '.escapeshellarg("$directory/de_DE.UTF-8").' 2>&1', $output, $status);
putenv("LOCPATH=$directory");
check('another language', 'de_DE.UTF-8' === setlocale(LC_ALL, 'de_DE.UTF-8'), "$status: ".implode("\n", $output));
$proxy = new FaultProxy();
$store = new PdoStore(sql_dsn('pgsql'), sql_options('pgsql'), 0);
$lock = (new LockFactory($store))->createLock(unique());
same('acquired', true, $lock->acquire());
foreach (['once', 'twice'] as $time) {
    $proxy->does('reset');
    $proxy->does('pass');
    same("$time: still held", true, $lock->isAcquired());
}
$proxy->does('reset');
$proxy->does('pass');
$lock->release();
same('released', true, (new LockFactory($store))->createLock(unique())->acquire());

// And a session that has gone has its locks no more, also where the \PDO is the user's.
$lock = (new LockFactory(new PostgreSqlStore(sql_pdo('pgsql'))))->createLock(unique(), 300.0, false);
same('advisory', true, $lock->acquire());
$proxy->does('reset');
$proxy->does('pass');
same('not held', false, $lock->isAcquired());
$proxy->stop();
?>
--EXPECT--
ok: another language
ok: acquired
ok: once: still held
ok: twice: still held
ok: released
ok: advisory
ok: not held
