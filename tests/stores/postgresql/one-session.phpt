--TEST--
The advisory stores: keys of one session exclude each other, whichever store object they came through; other sessions' and other locks do not count
--EXTENSIONS--
pdo
pdo_pgsql
mysqlnd
pdo_mysql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\UnserializableKeyException;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\StoreFactory;

own_servers('MYSQL', 'PGSQL');
/** Saves the key once the session that held the lock has ended: the server notices that a moment later. */
function saved_when_ended(object $store, Key $key): bool
{
    return eventually(
        function () use ($store, $key) {
            try { $store->save($key); return true; } catch (LockConflictedException) { return false; }
        },
        5,
    );
}

$dbal = ['pgsql' => dbal('pdo_pgsql'), 'mysql' => dbal('pdo_mysql')];
foreach ([
    'PostgreSQL, one PDO' => [new PostgreSqlStore($pdo = pg_pdo()), new PostgreSqlStore($pdo)],
    'PostgreSQL, one DSN' => [new PostgreSqlStore(pg_dsn()), new PostgreSqlStore(pg_dsn())],
    'PostgreSQL, one URL' => [
        new DoctrineDbalPostgreSqlStore(pg_url()),
        new DoctrineDbalPostgreSqlStore(pg_url('pgsql')),
    ],
    'PostgreSQL, a Doctrine connection and its PDO' => [
        new DoctrineDbalPostgreSqlStore($dbal['pgsql']),
        new PostgreSqlStore($dbal['pgsql']->getNativeConnection()),
    ],
    'MySQL, one PDO' => [new MysqlStore($pdo2 = my_pdo()), new MysqlStore($pdo2)],
    'MySQL, a Doctrine connection and its PDO' => [
        new DoctrineDbalMysqlStore($dbal['mysql']),
        new MysqlStore($dbal['mysql']->getNativeConnection()),
    ],
] as $what => [$one, $two]) {
    group($what, function () use ($one, $two) {
        [$a, $b] = [new Key($name = unique()), new Key($name)];
        $one->save($a);
        raises('another key', LockConflictedException::class, null, fn () => $two->save($b));
        raises('waiting', LockConflictedException::class, null, fn () => $two->waitAndSave($b));
        raises('serialized', UnserializableKeyException::class, null, fn () => serialize($a));
        $one->delete($a);
        $two->waitAndSave($b);
        raises('serialized after a wait', UnserializableKeyException::class, null, fn () => serialize($b));
        same('held', true, $two->exists($b));
        $two->delete($b);
        $one->save($a);
        $one->delete($a);
    });
}
group('connections come and go', function () {
    $name = unique();
    for ($i = 0; $i < 50; ++$i) {
        $store = new PostgreSqlStore(pg_pdo());
        $key = new Key($name);
        same('one after the other', [true, true], [saved_when_ended($store, $key), $store->exists($key)]);
        unset($store);
        gc_collect_cycles();
    }
});
group('a Doctrine connection that is closed and opened again', function () use ($dbal) {
    $store = new DoctrineDbalPostgreSqlStore($dbal['pgsql']);
    [$a, $b] = [new Key($name = unique()), new Key($name)];
    $store->save($a);
    $dbal['pgsql']->close();
    same('gone', false, $store->exists($a));
    same('nothing was opened for that', false, $dbal['pgsql']->isConnected());
    same('saved', true, saved_when_ended($store, $b));
    same('held in the new session', [false, true], [$store->exists($a), $store->exists($b)]);
    $store->delete($b);
});
group('pg_advisory_unlock_all() behind our back', function () {
    $store = new PostgreSqlStore($pdo = pg_pdo());
    [$a, $b] = [new Key($name = unique()), new Key($name)];
    $store->save($a);
    $pdo->query('SELECT pg_advisory_unlock_all()');
    $store->save($b);
    same('the server decides', [false, true], [$store->exists($a), $store->exists($b)]);
    $store->delete($b);
});
group('exists() looks at this database and this class of locks', function () {
    $store = new PostgreSqlStore($pdo = pg_pdo());
    $key = new Key($name = unique());
    $other = new PDO(pg_dsn(['dbname' => pg('OTHER_DB')]));
    $other->query('SELECT pg_advisory_lock('.crc32($name).')');
    $store->save($key);
    same('not the other database', true, $store->exists($key));
    $pdo->query('SELECT pg_advisory_unlock('.crc32($name).')');
    $half = crc32($name) > 0x7fffffff ? crc32($name) - 0x100000000 : crc32($name);
    $pdo->query("SELECT pg_advisory_lock(0, $half)");
    same('not a lock of two integers', false, $store->exists($key));
});
group('StoreFactory, with $advisory', function () use ($dbal) {
    $is = fn (string $class, mixed $connection, bool $advisory = true) => same(
        $class,
        'Symfony\Component\Lock\Store\\'.$class,
        StoreFactory::createStore($connection, $advisory)::class,
    );
    $is('PostgreSqlStore', pg_pdo());
    $is('MysqlStore', my_pdo());
    $is('DoctrineDbalPostgreSqlStore', $dbal['pgsql']);
    $is('DoctrineDbalMysqlStore', $dbal['mysql']);
    $is('PostgreSqlStore', pg_dsn());
    $is('PostgreSqlStore', 'pgsql+advisory:host=localhost', false);
    $is('DoctrineDbalPostgreSqlStore', pg_url(), false);
    $is('DoctrineDbalPostgreSqlStore', pg_url('postgres+advisory'), false);
    $is('DoctrineDbalPostgreSqlStore', pg_url('pgsql+advisory'), false);
    $is('MysqlStore', 'mysql+advisory:host=localhost', false);
    $is('DoctrineDbalMysqlStore', my_url(), false);
    $is('DoctrineDbalMysqlStore', my_url('mysql'));
    raises(
        'Redis',
        InvalidArgumentException::class,
        'Advisory locks',
        fn () => StoreFactory::createStore('redis://localhost', true),
    );
});
?>
--EXPECT--
ok: PostgreSQL, one PDO
ok: PostgreSQL, one DSN
ok: PostgreSQL, one URL
ok: PostgreSQL, a Doctrine connection and its PDO
ok: MySQL, one PDO
ok: MySQL, a Doctrine connection and its PDO
ok: connections come and go
ok: a Doctrine connection that is closed and opened again
ok: pg_advisory_unlock_all() behind our back
ok: exists() looks at this database and this class of locks
ok: StoreFactory, with $advisory
