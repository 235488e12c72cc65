--TEST--
DoctrineDbalPostgreSqlStore behind PgBouncer that pools by session, on a connection that connects again: its locks are gone, and it gets others
--EXTENSIONS--
ctype
pdo
pdo_pgsql
pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('setpriv');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;

$bouncer = new OwnPgBouncer(['pool_mode' => 'session', 'default_pool_size' => 1]);
$connection = dbal('pgsql', ['host' => '127.0.0.1', 'port' => $bouncer->port]);
$lock = new Lock(new Key('reset'), new DoctrineDbalPostgreSqlStore($connection), 300);
same('acquire', true, $lock->acquire());
same('connected again', true, pg_connection_reset($connection->getNativeConnection()));
same('its lock is gone', false, $lock->isAcquired());
same('acquire again', true, $lock->acquire());
same('at the server', 1, pg_locks(pg_pdo(), 'reset'));
$lock->release();
?>
--EXPECT--
ok: acquire
ok: connected again
ok: its lock is gone
ok: acquire again
ok: at the server
