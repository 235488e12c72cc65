--TEST--
PostgreSqlStore: what tokens are counted by is made where the password is a part of its name, which is masked in what the server says
--EXTENSIONS--
pdo
pdo_pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../inc/own-database.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use function Slock\fencing_token;

$server = new OwnDatabase('pgsql');
foreach (['slock', 'lock', 'fence'] as $password) {
    $server->pdo()->exec("DROP SEQUENCE IF EXISTS slock_fence");
    $server->pdo()->exec("CREATE ROLE $password LOGIN SUPERUSER PASSWORD '$password'");
    $dsn = "pgsql:host=127.0.0.1;port=$server->port;dbname=$server->database;user=$password;password=$password";
    $lock = new Lock(new Key($password), new PostgreSqlStore($dsn, ['fencing' => true]));
    same("$password: acquired", true, $lock->acquire());
    check("$password: has a token", fencing_token($lock) > 0);
    $lock->release();
}
?>
--EXPECT--
ok: slock: acquired
ok: slock: has a token
ok: lock: acquired
ok: lock: has a token
ok: fence: acquired
ok: fence: has a token
