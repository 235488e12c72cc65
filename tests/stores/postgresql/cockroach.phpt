--TEST--
PostgreSqlStore by DSN: CockroachDB, which says that an advisory lock is taken and takes none, is refused
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$server = new FuzzServer("require '".__DIR__."/../../inc/fuzz-postgresql.inc';");
$store = new PostgreSqlStore(
    "pgsql:host=127.0.0.1;port=$server->port;dbname=x;user=u;password=p;sslmode=disable;gssencmode=disable",
);
$server->round(1, 'cockroach');
raises('refused', LockStorageException::class, 'this is CockroachDB', fn () => $store->save(new Key('r')));
$server->round(1, 'honest');
same('another one is not', null, $store->save(new Key('r')));
echo $server->stop();
?>
--EXPECT--
ok: refused
ok: another one is not
