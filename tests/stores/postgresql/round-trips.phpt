--TEST--
PostgreSQL: one message for every operation, natively, through PDO and through Doctrine, and one statement at the server
--EXTENSIONS--
pdo
pdo_pgsql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('strace');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PostgreSqlStore;

own_servers('PGSQL');
$steps = <<<'CODE'
    $factory = new Symfony\Component\Lock\LockFactory($store);
    $first = $factory->createLock('warm', null); $first->acquire(); $first->release();
    $lock = $factory->createLock('steps', 300);
    step('acquire', fn () => $lock->acquire());
    step('refresh', fn () => $lock->refresh(600));
    step('isAcquired', fn () => $lock->isAcquired());
    step('release', fn () => $lock->release());
    $lock->acquire();
    step('destructor', function () use (&$lock) { $lock = null; });
    $lock = $factory->createLock('steps', 300);
    step('isAcquired without a lock', fn () => $lock->isAcquired());
    step('acquire, waiting', fn () => $lock->acquire(true));
    step('demote', fn () => $lock->acquireRead());
    step('promote', fn () => $lock->acquire());
    step('acquire again', fn () => $lock->acquire());
    step('a conflict', fn () => $factory->createLock('steps')->acquire());
    $lock->release();
    step('read', fn () => $lock->acquireRead());
    $other = $factory->createLock('steps', 300);
    step('read, another key', fn () => $other->acquireRead());
    step('release of one reader', fn () => $lock->release());
    step('release of the other', fn () => $other->release());
    CODE;
foreach ([
    'by DSN' => 'new Symfony\Component\Lock\Store\PostgreSqlStore(pg_dsn())',
    'through PDO' => 'new Symfony\Component\Lock\Store\PostgreSqlStore(pg_pdo())',
    'through Doctrine' => 'new Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore(dbal("pdo_pgsql"))',
] as $way => $make) {
    echo "-- $way\n";
    print_messages("\$store = $make; $steps", ['pdo', 'pdo_pgsql', 'ctype']);
}

// The server's view, in a database of its own.
$watcher = pg_pdo();
$seen = "SELECT query, calls FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = '"
    .pg('OTHER_DB')."')";
$store = new PostgreSqlStore(pg_dsn(['dbname' => pg('OTHER_DB')]));
$before = array_sum($watcher->query($seen)->fetchAll(PDO::FETCH_KEY_PAIR));
for ($i = 0; $i < 10; ++$i) {
    $lock = (new LockFactory($store))->createLock('counted', 300);
    $lock->acquire();
    $lock->refresh();
    $lock->isAcquired();
    $lock->release();
}
echo "-- at the server\n";
// A new session is asked whose it is.
$after = array_sum($watcher->query($seen)->fetchAll(PDO::FETCH_KEY_PAIR));
same('statements of a login and ten cycles', 41, $after - $before);
?>
--EXPECT--
-- by DSN
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
demote: 1
promote: 1
acquire again: 1
a conflict: 1
read: 1
read, another key: 1
release of one reader: 1
release of the other: 1
-- through PDO
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
demote: 1
promote: 1
acquire again: 1
a conflict: 1
read: 1
read, another key: 1
release of one reader: 1
release of the other: 1
-- through Doctrine
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
demote: 1
promote: 1
acquire again: 1
a conflict: 1
read: 1
read, another key: 1
release of one reader: 1
release of the other: 1
-- at the server
ok: statements of a login and ten cycles
