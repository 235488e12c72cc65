--TEST--
PdoStore: on MySQL with FOUND_ROWS, a held lock stays a conflict while a statement of another store is under way
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/another-lock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

/** Lets other code run before a store's statement. */
class Interrupted extends PDO
{
    public function exec(string $statement): int|false
    {
        [$then, Between::$then] = [Between::$then, null];
        $then && $then();

        return parent::exec($statement);
    }
}

$found = [PDO::MYSQL_ATTR_FOUND_ROWS => true];
$credentials = ['db_username' => my('USER'), 'db_password' => my('PASSWORD')];
$table = ['db_table' => table()];
$interrupted = new PdoStore(new Interrupted(my_dsn(false), my('USER'), my('PASSWORD')), $table, 0);
$stores = [
    'PDO' => new PdoStore(new PDO(my_dsn(false), my('USER'), my('PASSWORD'), $found), $table, 0),
    'DSN' => new PdoStore(my_dsn(false), $credentials + $table + ['db_connection_options' => $found], 0),
];
$stores['PDO']->save(new Key($name = unique()));
$look = function (string $when) use ($stores, $name) {
    foreach ($stores as $what => $store) {
        $conflict = LockConflictedException::class.': ';
        same("$what, save, $when", $conflict, outcome(fn () => $store->save(new Key($name))));
        same("$what, refresh, $when", $conflict, outcome(fn () => $store->putOffExpiration(new Key($name), 100)));
        same("$what, free, $when", 'NULL', outcome(fn () => $store->save($key = new Key(unique()))));
    }
};

group('inside of it', function () use ($interrupted, $look) {
    Between::$then = fn () => $look('inside');
    $interrupted->save(new Key(unique()));
});
group('in a fiber that is suspended', function () use ($interrupted, $look) {
    Between::$then = fn () => Fiber::suspend();
    $fiber = new Fiber(fn () => $interrupted->save(new Key(unique())));
    $fiber->start();
    $look('suspended');
    $fiber->resume();
    $look('ended');
});
// A fatal error leaves it so for the shutdown functions.
register_shutdown_function(function () use ($look) {
    group('after a fatal error in it', fn () => $look('shutdown'));
});
drop_table_at_the_end('mysql');
ini_set('display_errors', 0);
ini_set('log_errors', 0);
Between::$then = fn () => trigger_error('the end', E_USER_ERROR);
$interrupted->save(new Key(unique()));
?>
--EXPECT--
ok: inside of it
ok: in a fiber that is suspended
ok: after a fatal error in it
