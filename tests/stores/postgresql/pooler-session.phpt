--TEST--
PostgreSqlStore by DSN behind PgBouncer that pools by session: as without it, whatever the sessions were used for before
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
$lock = fn (string $application) => new Lock(
    new Key('session pool'),
    new PostgreSqlStore($bouncer->dsn(['application_name' => $application])),
    300,
);
// The names make sessions of their own. Each of them is one of the two that the pooler has, cleaned.
for ($i = 0; $i < 4; ++$i) {
    [$a, $b] = [$lock("a$i"), $lock("b$i")];
    same('one of them', [true, false, true, false], [
        $a->acquire(), $b->acquire(), $a->isAcquired(), $b->acquire(true, 0.1),
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
