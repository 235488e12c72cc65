--TEST--
PostgreSqlStore through \PDO behind PgBouncer that pools by transaction: whoever is given the session of an owner is refused
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

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction', 'default_pool_size' => 1]);
$lock = fn (string $resource) => new Lock(new Key($resource), new PostgreSqlStore($bouncer->pdo()), 300);
[$owner, $same, $other] = [$lock('pdo shared'), $lock('pdo shared'), $lock('pdo shared, other')];
// One client alone cannot tell, and excludes others all the same.
same('the owner', true, $owner->acquire());
refused_by_pooler('the lock of the owner', fn () => $same->acquire());
refused_by_pooler('to read', fn () => $lock('pdo shared')->acquireRead());
refused_by_pooler('to wait', fn () => $lock('pdo shared')->acquire(true, 3.0));
refused_by_pooler('another lock', fn () => $other->acquire());
// What other clients of a pool may do; locks are not given up by that, and so neither is the mark.
$bouncer->pdo()->exec('RESET ALL');
refused_by_pooler('after RESET ALL', fn () => $lock('pdo shared')->acquire());
same('at the server', 1, pg_locks(pg_pdo(), 'pdo shared'));
same('the owner has it', true, $owner->isAcquired());
$owner->release();
same('released', 0, pg_locks(pg_pdo(), 'pdo shared'));
?>
--EXPECT--
ok: the owner
ok: the lock of the owner
ok: the lock of the owner: the reason
ok: to read
ok: to read: the reason
ok: to wait
ok: to wait: the reason
ok: another lock
ok: another lock: the reason
ok: after RESET ALL
ok: after RESET ALL: the reason
ok: at the server
ok: the owner has it
ok: released
