--TEST--
PdoStore by DSN: a connection that PostgreSQL has lost is opened again, also where libpq tells of that in another language
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--ENV--
LANGUAGE=de
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('pgsql');
// What libpq says is translated then, where its texts are installed: not in the locale "C".
setlocale(LC_ALL, 'de_DE.UTF-8', 'C.UTF-8');
$store = new PdoStore(sql_dsn('pgsql'), sql_options('pgsql'), 0);
$lock = (new LockFactory($store))->createLock(unique());
same('acquired', true, $lock->acquire());
$admin = sql_pdo('pgsql');
$end = fn () => count($admin->query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%".table()."%'",
)->fetchAll());
same('ended', 1, $end());
usleep(200000);
same('still held', true, $lock->isAcquired());
same('ended again', 1, $end());
usleep(200000);
$lock->release();
same('released', true, (new LockFactory($store))->createLock(unique())->acquire());
?>
--EXPECT--
ok: acquired
ok: ended
ok: still held
ok: ended again
ok: released
