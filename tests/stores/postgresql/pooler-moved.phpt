--TEST--
PostgreSqlStore by DSN behind a pooler that gives it another session later: an error each time, and nothing is done there
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
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

own_servers('PGSQL');
$proxy = new SqlProxy('pgsql');
$bouncer = new OwnPgBouncer(['pool_mode' => 'session'], $proxy->port);
$lock = new Lock($key = new Key('moved'), $store = new PostgreSqlStore($bouncer->dsn()), 300);
$watcher = pg_pdo();
// Without its mark a session is as good as another one.
$move = fn () => $proxy->slip("SET slock.session = 'of another client'");
$lock->acquire();
$lock->release();
$move();
refused_by_pooler('acquire', fn () => $lock->acquire());
same('acquire: at the server', 0, pg_locks($watcher, 'moved'));
same('acquire again, a session of its own', true, $lock->acquire());
$move();
raises('isAcquired', LockStorageException::class, 'a connection pooler shares', fn () => $store->exists($key));
same('isAcquired again', false, $lock->isAcquired());
$lock->acquire();
$move();
raises('release', LockReleasingException::class, null, fn () => $lock->release());
same('isAcquired after that', false, $lock->isAcquired());
same('acquire', true, $lock->acquire());
?>
--EXPECT--
ok: acquire
ok: acquire: the reason
ok: acquire: at the server
ok: acquire again, a session of its own
ok: isAcquired
ok: isAcquired again
ok: release
ok: isAcquired after that
ok: acquire
