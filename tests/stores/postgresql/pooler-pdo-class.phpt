--TEST--
PostgreSqlStore through PDO's class for PostgreSQL (PHP 8.4) behind PgBouncer that pools by transaction: as through \PDO
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

$class = class_exists('Pdo\Pgsql') ? 'Pdo\Pgsql' : PDO::class;
$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction', 'default_pool_size' => 1]);
$lock = fn () => new Lock(new Key('pdo class'), new PostgreSqlStore(new $class($bouncer->dsn())), 300);
same('the owner', true, ($owner = $lock())->acquire());
refused_by_pooler('another one', fn () => $lock()->acquire());
$owner->release();
?>
--EXPECT--
ok: the owner
ok: another one
ok: another one: the reason
