--TEST--
Advisory stores that share a session: a lock is free when its store goes at shutdown, after exit() or with a fiber
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc';
need('postgresql', 'mariadb');
?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

const EXTENSIONS = ['mysqlnd', 'pdo', 'pdo_mysql', 'pdo_pgsql'];
const CODE = <<<'CODE'
    use Symfony\Component\Lock\Key;
    [, $class, $dsn, $persistent, $name, $end] = $argv;
    $options = $persistent ? ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]] : [];
    $make = fn () => new $class($dsn, $options);
    // Keeps the session.
    $other = $make();
    $other->save($kept = new Key("$name kept"));
    $hold = function (callable $then) use ($make, $name) {
        $store = $make();
        $store->save(new Key($name));
        $then();
    };
    $say = function () use ($other, $name, $kept) {
        try {
            $other->save(new Key($name));
            echo 'free', $other->exists($kept) ? '' : ', and nothing kept';
        } catch (Exception $e) {
            echo get_class($e);
        }
    };
    if ('shutdown' === $end) {
        register_shutdown_function(function () use ($hold, $say) {
            $hold(fn () => null);
            $say();
        });
    } elseif ('exit' === $end) {
        register_shutdown_function($say);
        $hold(fn () => exit);
    } else {
        $fiber = new Fiber($hold);
        $fiber->start(fn () => Fiber::suspend());
        $fiber = null;
        $say();
    }
    CODE;
$ways = [
    'PostgreSQL' => [PostgreSqlStore::class, pg_dsn(), ''],
    'PostgreSQL, persistent' => [PostgreSqlStore::class, pg_dsn(), '1'],
    'MySQL, persistent' => [MysqlStore::class, my_dsn(), '1'],
];
foreach ($ways as $way => $arguments) {
    foreach (['shutdown', 'exit', 'fiber'] as $end) {
        group("$way: $end", function () use ($arguments, $end) {
            $child = Child::start(CODE, 'here', EXTENSIONS, arguments: [...$arguments, unique(), $end]);
            same('its lock', 'free', $child->finish());
        });
    }
}
?>
--EXPECT--
ok: PostgreSQL: shutdown
ok: PostgreSQL: exit
ok: PostgreSQL: fiber
ok: PostgreSQL, persistent: shutdown
ok: PostgreSQL, persistent: exit
ok: PostgreSQL, persistent: fiber
ok: MySQL, persistent: shutdown
ok: MySQL, persistent: exit
ok: MySQL, persistent: fiber
