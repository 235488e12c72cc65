--TEST--
PostgreSQL: persistent PDO connections and Doctrine around them share a session at the server, and locks exclude each other there
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/shared-session.inc';

use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

require_once 'Doctrine/DBAL/autoload.php';
$other = pg_pdo();
shared_session(
    PostgreSqlStore::class,
    $pdo = fn () => pg_pdo([PDO::ATTR_PERSISTENT => true]),
    fn ($pdo) => (int) $pdo->query('SELECT pg_backend_pid()')->fetchColumn(),
    $free = fn ($resource) => 0 === pg_locks($other, $resource),
    [DoctrineDbalPostgreSqlStore::class, 'pdo_pgsql', [
        'host' => pg('HOST'),
        'port' => (int) pg('PORT'),
        'dbname' => pg('DB'),
        'user' => pg('USER'),
        'password' => pg('PASSWORD'),
        'driverOptions' => [PDO::ATTR_PERSISTENT => true],
    ]],
);
group('readers and a writer', function () use ($pdo, $free) {
    [$first, $second] = [new PostgreSqlStore($pdo()), new PostgreSqlStore($pdo())];
    [$reads, $too, $writes] = [
        lock_on($first, $resource = unique()),
        lock_on($second, $resource),
        lock_on(new PostgreSqlStore($pdo()), $resource),
    ];
    same('two readers', [true, true], [$reads->acquireRead(), $too->acquireRead()]);
    same('no writer', false, $writes->acquire());
    $reads->release();
    same('still one', [true, false, false], [$too->isAcquired(), $writes->acquire(), $free($resource)]);
    $too->release();
    same('the writer', true, $writes->acquire());
    same('no reader', false, $reads->acquireRead());
    same('the writer holds', true, $writes->isAcquired());
});
group('another session behind our back', function () use ($pdo, $other) {
    $store = new PostgreSqlStore($object = $pdo());
    $lock = lock_on($store, $resource = unique());
    $lock->acquire();
    $other->query('SELECT pg_terminate_backend('.$object->query('SELECT pg_backend_pid()')->fetchColumn().', 5000)');
    // PDO finds out, and connects the one that all of them share again.
    $pdo();
    same('its locks are gone', false, $lock->isAcquired());
    same('they can be had', true, ($next = lock_on(new PostgreSqlStore($pdo()), $resource))->acquire());
    same('by one', [false, true], [$lock->acquire(), $next->isAcquired()]);
});
?>
--EXPECT--
ok: two objects, one session
ok: PDO: one owner
ok: PDO: a key and two objects
ok: PDO: the object goes, the session stays
ok: Doctrine: one owner
ok: Doctrine: a key and two objects
ok: Doctrine: the object goes, the session stays
ok: readers and a writer
ok: another session behind our back
