--TEST--
MysqlStore by DSN: it connects to the server that PDO would connect to, also where names have spaces around them
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--INI--
pdo_mysql.default_socket=/nonexistent/mysql.sock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MysqlStore;

[$host, $port] = [my('HOST'), my('PORT')];
$options = ['db_username' => my('USER'), 'db_password' => my('PASSWORD')];
foreach ([
    "host=$host;port=$port" => '',
    " host=$host; port=$port" => 'localhost',
    "port=$port;  host=$host" => '',
    "host =$host;port=$port" => 'localhost',
    "host\t=$host;port=$port" => 'localhost',
    "host=$host;port =$port" => "$host:3306",
    "host=$host;port=1" => "$host:1",
    "Host=$host;port=$port" => '',
    "unix_socket =/nonexistent/other.sock;host=$host;port=$port" => '',
] as $pairs => $server) {
    foreach (['mysql:', 'mysql+advisory:'] as $scheme) {
        try {
            new PDO("mysql:$pairs", ...array_values($options));
            $theirs = 'connected';
        } catch (PDOException $e) {
            $theirs = $e->getMessage();
        }
        try {
            (new MysqlStore($scheme.$pairs, $options))->save(new Key(unique()));
            $ours = 'connected';
        } catch (Throwable $e) {
            $ours = $e->getMessage();
        }
        check(strtr($scheme.$pairs, [$host => 'HOST', $port => 'PORT']), str_ends_with($ours, $theirs) && str_contains($ours, $server), "PDO: $theirs; the store: $ours");
    }
}
?>
--EXPECT--
ok: mysql:host=HOST;port=PORT
ok: mysql+advisory:host=HOST;port=PORT
ok: mysql: host=HOST; port=PORT
ok: mysql+advisory: host=HOST; port=PORT
ok: mysql:port=PORT;  host=HOST
ok: mysql+advisory:port=PORT;  host=HOST
ok: mysql:host =HOST;port=PORT
ok: mysql+advisory:host =HOST;port=PORT
ok: mysql:host	=HOST;port=PORT
ok: mysql+advisory:host	=HOST;port=PORT
ok: mysql:host=HOST;port =PORT
ok: mysql+advisory:host=HOST;port =PORT
ok: mysql:host=HOST;port=1
ok: mysql+advisory:host=HOST;port=1
ok: mysql:Host=HOST;port=PORT
ok: mysql+advisory:Host=HOST;port=PORT
ok: mysql:unix_socket =/nonexistent/other.sock;host=HOST;port=PORT
ok: mysql+advisory:unix_socket =/nonexistent/other.sock;host=HOST;port=PORT
