--TEST--
PostgreSqlStore on a \PDO in a transaction behind PgBouncer that pools by transaction: the lock stays in the session, whose next user is refused
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
$first = $bouncer->pdo();
$first->beginTransaction();
$lock = new Lock(new Key('pdo in transaction'), new PostgreSqlStore($first), 300);
same('acquire', true, $lock->acquire());
same('the transaction goes on', 1, $first->query('SELECT 1')->fetchColumn());
$first->commit();
$second = $bouncer->pdo();
$second->beginTransaction();
$next = new Lock(new Key('pdo in transaction'), new PostgreSqlStore($second), 300);
refused_by_pooler('another one', fn () => $next->acquire());
same('its transaction goes on', 1, $second->query('SELECT 1')->fetchColumn());
?>
--EXPECT--
ok: acquire
ok: the transaction goes on
ok: another one
ok: another one: the reason
ok: its transaction goes on
