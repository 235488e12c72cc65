--TEST--
URLs and options of databases: a NUL byte, which the clients would take for the end of a text, is refused, and its place is named
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store;
use Symfony\Component\Lock\Store\StoreFactory;

$stores = [
    Store\PdoStore::class => 'mysql', Store\DoctrineDbalStore::class => 'postgresql', Store\PostgreSqlStore::class => 'postgresql+advisory',
    Store\DoctrineDbalPostgreSqlStore::class => 'pgsql+advisory', Store\MysqlStore::class => 'mysql+advisory', Store\DoctrineDbalMysqlStore::class => 'mysql2+advisory',
];

function refused(string $place, string $dsn, callable $make): void
{
    $e = raises($dsn, InvalidArgumentException::class, "$place contains a NUL byte.", $make);
    check("$dsn: no secret", !str_contains((string) $e?->getMessage(), 'secret'), (string) $e?->getMessage());
}

foreach ($stores as $class => $scheme) {
    group($class, function () use ($class, $scheme) {
        foreach ([
            'the user' => "$scheme://a%00b:secret@localhost/db", 'the password' => "$scheme://a:secret%00b@localhost/db", 'the host' => "$scheme://a:secret@local%00host/db",
            'the path' => "$scheme://a:secret@localhost/d%00b", 'the parameter "charset"' => "$scheme://a:secret@localhost/db?charset=utf8%00",
            'the parameter "unix_socket"' => "$scheme://a:secret@localhost/db?charset=utf8&unix_socket=/tmp/a%00b",
            // Its name may be the rest of a password with a question mark.
            'a parameter' => "$scheme://a:?secret=@localhost/db&x=%00",
        ] as $place => $dsn) {
            refused($place, $dsn, fn () => new $class($dsn));
            refused($place, "$dsn, by the factory", fn () => StoreFactory::createStore($dsn));
        }
        raises('not encoded', InvalidArgumentException::class, null, fn () => new $class("$scheme://localhost/d\0b"));
        raises('not encoded, in the host', InvalidArgumentException::class, null, fn () => new $class("$scheme://local\0host/db"));
    });
}
group('SQLite', function () {
    foreach ([Store\PdoStore::class, Store\DoctrineDbalStore::class] as $class) {
        refused('the path', "$class", fn () => new $class('sqlite:////tmp/a%00b'));
    }
});
group('options', function () {
    foreach ([Store\PdoStore::class => 'mysql', Store\PostgreSqlStore::class => 'pgsql', Store\MysqlStore::class => 'mysql'] as $class => $driver) {
        foreach (['db_username', 'db_password'] as $option) {
            $e = raises("$class, $option", TypeError::class, "\"$option\" ".(Store\PdoStore::class === $class ? 'must be of type ' : 'of type ?').'string without NUL bytes', fn () => new $class("$driver:host=localhost", [$option => "secret\0b"]));
            check("$class, $option: no secret", !str_contains((string) $e?->getMessage(), 'secret'), (string) $e?->getMessage());
        }
    }
});
?>
--EXPECT--
ok: Symfony\Component\Lock\Store\PdoStore
ok: Symfony\Component\Lock\Store\DoctrineDbalStore
ok: Symfony\Component\Lock\Store\PostgreSqlStore
ok: Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore
ok: Symfony\Component\Lock\Store\MysqlStore
ok: Symfony\Component\Lock\Store\DoctrineDbalMysqlStore
ok: SQLite
ok: options
