--TEST--
DoctrineDbalPostgreSqlStore on a connection of pgsql behind PgBouncer that pools by transaction: whoever is given the session of an owner is refused
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

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction', 'default_pool_size' => 1]);
$lock = fn () => new Lock(
    new Key('doctrine pooled, pgsql'),
    new DoctrineDbalPostgreSqlStore(dbal('pgsql', ['host' => '127.0.0.1', 'port' => $bouncer->port])),
    300,
);
same('the owner', true, ($owner = $lock())->acquire());
refused_by_pooler('another one', fn () => $lock()->acquire());
same('at the server', 1, pg_locks(pg_pdo(), 'doctrine pooled, pgsql'));
$owner->release();
same('released', 0, pg_locks(pg_pdo(), 'doctrine pooled, pgsql'));
?>
--EXPECT--
ok: the owner
ok: another one
ok: another one: the reason
ok: at the server
ok: released
