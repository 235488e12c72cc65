--TEST--
PostgreSqlStore by DSN behind PgBouncer that pools by session and leaves the locks of one client to the next: refused
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

$bouncer = new OwnPgBouncer(['pool_mode' => 'session', 'server_reset_query' => 'RESET ALL']);
// What is wrong with it: the lock of a client that has gone.
$any = $bouncer->pdo();
$any->exec('SELECT pg_advisory_lock(4712)');
$any = null;
$held = 'SELECT count(*) FROM pg_locks WHERE locktype = \'advisory\' AND objid = 4712';
same('after its connection', 1, pg_pdo()->query($held)->fetchColumn());
$lock = new Lock(new Key('uncleaned'), new PostgreSqlStore($bouncer->dsn()), 300);
refused_by_pooler('acquire', fn () => $lock->acquire());
same('at the server', 0, pg_locks(pg_pdo(), 'uncleaned'));
?>
--EXPECT--
ok: after its connection
ok: acquire
ok: acquire: the reason
ok: at the server
