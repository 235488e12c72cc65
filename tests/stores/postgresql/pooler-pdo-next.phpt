--TEST--
PostgreSqlStore through a \PDO behind PgBouncer that gives each transaction the next session: an error that says so, no lock
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

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction', 'server_round_robin' => 1]);
$bouncer->open(2);
$ways = [
    'acquire' => fn ($lock) => $lock->acquire(),
    'acquireRead' => fn ($lock) => $lock->acquireRead(),
    'waiting' => fn ($lock) => $lock->acquire(true),
    'bounded' => fn ($lock) => $lock->acquire(true, 3.0),
];
foreach ($ways as $way => $f) {
    $lock = new Lock(new Key('pdo next'), new PostgreSqlStore($bouncer->pdo()), 300);
    refused_by_pooler($way, fn () => $f($lock));
    refused_by_pooler("$way, again", fn () => $f($lock));
    same("$way: isAcquired", false, $lock->isAcquired());
    $lock->release();
}
same('at the server', 0, pg_locks(pg_pdo(), 'pdo next'));
?>
--EXPECT--
ok: acquire
ok: acquire: the reason
ok: acquire, again
ok: acquire, again: the reason
ok: acquire: isAcquired
ok: acquireRead
ok: acquireRead: the reason
ok: acquireRead, again
ok: acquireRead, again: the reason
ok: acquireRead: isAcquired
ok: waiting
ok: waiting: the reason
ok: waiting, again
ok: waiting, again: the reason
ok: waiting: isAcquired
ok: bounded
ok: bounded: the reason
ok: bounded, again
ok: bounded, again: the reason
ok: bounded: isAcquired
ok: at the server
