--TEST--
PostgreSqlStore through a \PDO behind a pooler that gives it another session later: an error each time, and nothing is done there
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

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction']);
$store = new PostgreSqlStore($bouncer->pdo());
$lock = new Lock($key = new Key('pdo moved'), $store, 300);
$watcher = pg_pdo();
same('acquire', true, $lock->acquire());
// Somebody else has the session now, so that all that follows goes to another one, which has such a lock as well.
$somebody = $bouncer->pdo();
$somebody->beginTransaction();
$session = $somebody->query('SELECT pg_backend_pid()')->fetchColumn();
$marked = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND pid = $session";
same('it is that of the lock', 1, $watcher->query($marked)->fetchColumn());
$bouncer->pdo()->query('SELECT pg_advisory_lock_shared('.crc32('pdo moved, read').')');
$another = new Lock($read = new Key('pdo moved, read'), $store, 300);
refused_by_pooler('acquireRead', fn () => $another->acquireRead());
raises('isAcquired', LockStorageException::class, 'a connection pooler shares', fn () => $store->exists($key));
raises('release', LockReleasingException::class, null, fn () => $lock->release());
same('what the other session holds', 1, pg_locks($watcher, 'pdo moved, read'));
$somebody->rollBack();
$somebody = null;
same('what is held', 1, pg_locks($watcher, 'pdo moved'));
?>
--EXPECT--
ok: acquire
ok: it is that of the lock
ok: acquireRead
ok: acquireRead: the reason
ok: isAcquired
ok: release
ok: what the other session holds
ok: what is held
