--TEST--
PostgreSqlStore by DSN behind PgBouncer that pools by transaction: an error that says so, no lock
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\StoreFactory;

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction']);
// What is wrong with it: both get the lock of one session.
foreach ([$bouncer->pdo(), $bouncer->pdo()] as $any) {
    echo show($any->query('SELECT pg_try_advisory_lock(4711)')->fetchColumn()), "\n";
}
$url = sprintf('postgresql+advisory://any:any@127.0.0.1:%d/%s', $bouncer->port, pg('DB'));
$stores = ['DSN' => new PostgreSqlStore($bouncer->dsn()), 'URL' => StoreFactory::createStore($url)];
foreach ($stores as $name => $store) {
    $lock = new Lock(new Key('transactions'), $store, 300);
    $ways = [
        'acquire' => fn () => $lock->acquire(),
        'acquireRead' => fn () => $lock->acquireRead(),
        'waiting' => fn () => $lock->acquire(true),
        'bounded' => fn () => $lock->acquire(true, 3.0),
    ];
    foreach ($ways as $way => $f) {
        refused_by_pooler("$name, $way", $f);
    }
    same("$name, isAcquired", false, $lock->isAcquired());
    $lock->release();
}
same('at the server', 0, pg_locks(pg_pdo(), 'transactions'));
?>
--EXPECT--
true
true
ok: DSN, acquire
ok: DSN, acquire: the reason
ok: DSN, acquireRead
ok: DSN, acquireRead: the reason
ok: DSN, waiting
ok: DSN, waiting: the reason
ok: DSN, bounded
ok: DSN, bounded: the reason
ok: DSN, isAcquired
ok: URL, acquire
ok: URL, acquire: the reason
ok: URL, acquireRead
ok: URL, acquireRead: the reason
ok: URL, waiting
ok: URL, waiting: the reason
ok: URL, bounded
ok: URL, bounded: the reason
ok: URL, isAcquired
ok: at the server
