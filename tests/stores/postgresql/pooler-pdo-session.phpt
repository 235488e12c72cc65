--TEST--
PostgreSqlStore through \PDO behind PgBouncer that pools by session: as without it, whatever the sessions were used for before
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

$bouncer = new OwnPgBouncer(['pool_mode' => 'session', 'default_pool_size' => 2]);
$lock = fn () => new Lock(new Key('pdo in a session pool'), new PostgreSqlStore($bouncer->pdo()), 300);
// Each has one of the two sessions that the pooler has, cleaned.
for ($i = 0; $i < 4; ++$i) {
    [$a, $b] = [$lock(), $lock()];
    same('one of them', [true, false, true, false], [
        $a->acquire(), $b->acquire(), $a->isAcquired(), $b->acquire(true, 0.25),
    ]);
    $a->release();
    same('the other one', [true, false, true, true, false], [
        $b->acquire(true), $a->acquireRead(), $b->acquireRead(), $a->acquireRead(), $a->acquire(),
    ]);
    unset($a, $b);
}
?>
--EXPECT--
ok: one of them
ok: the other one
ok: one of them
ok: the other one
ok: one of them
ok: the other one
ok: one of them
ok: the other one
