--TEST--
PostgreSqlStore through \PDO behind PgBouncer that pools by session and leaves the locks of one client to the next: refused
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

$settings = ['pool_mode' => 'session', 'server_reset_query' => 'RESET ALL', 'default_pool_size' => 1];
$bouncer = new OwnPgBouncer($settings);
$lock = fn () => new Lock(new Key('pdo uncleaned'), new PostgreSqlStore($bouncer->pdo()), 300, false);
same('the first one', true, ($first = $lock())->acquire());
unset($first);
refused_by_pooler('the next one', fn () => $lock()->acquire());
?>
--EXPECT--
ok: the first one
ok: the next one
ok: the next one: the reason
