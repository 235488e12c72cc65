--TEST--
PdoStore and DoctrineDbalStore: refusals are told with the server's words and address, never with the password
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=2
--FILE--
<?php
require __DIR__.'/failures.inc';

use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

own_servers('MYSQL', 'PGSQL');
$port = (string) free_port();
// The server's words, or its library's; one of them.
$unknown = ['getaddrinfo', 'translate host', 'not known'];
$denied = ['Access denied', 'password authentication failed'];
$no_database = ['Unknown database', 'Access denied', 'does not exist'];
foreach (['mysql', 'pgsql'] as $kind) {
    $upper = strtoupper($kind);
    $all = [
        'host' => setting("{$upper}_HOST"),
        'port' => setting("{$upper}_PORT"),
        'db' => $db = setting("{$upper}_DB"),
        'user' => sql_user($kind),
        'password' => sql_password($kind),
    ];
    $weak = ['user' => setting("{$upper}_WEAK_USER"), 'password' => setting("{$upper}_WEAK_PASSWORD")];
    $cases = [
        'wrong port' => [['port' => $port], ['refused'], "port=$port"],
        'wrong host' => [['host' => 'nowhere.invalid'], $unknown, 'host=nowhere.invalid'],
        'wrong password' => [['password' => 'my-wrong-secret'], $denied, "dbname=$db"],
        'wrong user' => [['user' => 'nobody_here'], $denied, "dbname=$db"],
        'wrong database' => [['db' => 'no_such_db'], $no_database, 'dbname=no_such_db'],
        'no permission' => [$weak, ['denied', 'permission'], "dbname=$db"],
    ];
    foreach ($cases as $what => [$with, $words, $address]) {
        group("$kind, $what", function () use ($with, $words, $address, $kind, $all) {
            ['host' => $host, 'port' => $port, 'db' => $db, 'user' => $user, 'password' => $password] = $with + $all;
            $options = ['db_table' => table().'_failing'];
            $credentials = ['db_username' => $user, 'db_password' => $password];
            $dsn = "$kind:host=$host;port=$port;dbname=$db";
            $url = "$kind://$user:$password@$host:$port/$db";
            foreach ([
                'options' => new PdoStore($dsn, $options + $credentials),
                'DSN' => new PdoStore("$dsn;user=$user;password=$password", $options),
                'URL' => new PdoStore($url, $options),
                'DBAL' => new DoctrineDbalStore($url, $options),
            ] as $way => $store) {
                fails($way, $store, $words, $address, [$password]);
            }
        });
    }
}
?>
--EXPECT--
ok: mysql, wrong port
ok: mysql, wrong host
ok: mysql, wrong password
ok: mysql, wrong user
ok: mysql, wrong database
ok: mysql, no permission
ok: pgsql, wrong port
ok: pgsql, wrong host
ok: pgsql, wrong password
ok: pgsql, wrong user
ok: pgsql, wrong database
ok: pgsql, no permission
