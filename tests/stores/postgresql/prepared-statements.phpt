--TEST--
PostgreSQL: a new session is asked whose it is; statements are prepared once per session, in the message that first needs them, and again when the server has lost them
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$proxy = new SqlProxy('pgsql');
$store = new PostgreSqlStore(pg_dsn([
    'host' => '127.0.0.1',
    'port' => $proxy->port,
    'sslmode' => 'disable',
    'gssencmode' => 'disable',
    'application_name' => 'slock-prepared',
]));
$lock = new Lock(new Key('prepared'), $store, 300);
$watcher = pg_pdo();

/** The messages of one operation, in one line. */
function sent(string $what, callable $f): void
{
    global $proxy;
    $messages = $proxy->heard(function () use ($f, &$returned) { $returned = $f(); });
    echo "$what: ", json_encode($returned), ': ', implode(' ', preg_replace('/^\d+ /', '', $messages)), "\n";
}
$acquire = fn () => $lock->acquire();
$held = fn () => $lock->isAcquired();
$release = fn () => $lock->release();
$read = fn () => $lock->acquireRead();

sent('first acquire', $acquire);
sent('first isAcquired', $held);
sent('first release', $release);
sent('acquire', $acquire);
sent('isAcquired', $held);
sent('release', $release);
sent('read', $read);
sent('read, isAcquired', $held);
sent('read, release', $release);
sent('read again', $read);
sent('release again', $release);
$proxy->slip(
    'DO $$ BEGIN IF (SELECT count(*) FROM pg_prepared_statements) <> 6 THEN RAISE EXCEPTION \'not six\'; END IF; '
        .'END $$',
);

echo "-- DEALLOCATE ALL\n";
$proxy->slip('DEALLOCATE ALL');
sent('acquire', $acquire);
same('at the server', 1, pg_locks($watcher, 'prepared'));
$proxy->slip('DEALLOCATE ALL');
sent('isAcquired', $held);
$proxy->slip('DEALLOCATE ALL');
sent('release', $release);
same('at the server', 0, pg_locks($watcher, 'prepared'));
sent('acquire', $acquire);
sent('release', $release);

echo "-- held by another owner\n";
$other = new Lock(new Key('prepared'), new PostgreSqlStore($pdo = pg_pdo()), 300);
$other->acquire();
$proxy->slip('DEALLOCATE ALL');
sent('acquire', $acquire);
$other->release();

echo "-- DISCARD ALL\n";
$lock->acquire();
$proxy->slip('DISCARD ALL');
sent('isAcquired', $held);
sent('acquire', $acquire);
same('at the server', 1, pg_locks($watcher, 'prepared'));
sent('release', $release);

echo "-- a new session, which knows a statement of the same name that we did not prepare\n";
$watcher->query(
    "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE application_name = 'slock-prepared'",
);
sent('acquire', $acquire);
$proxy->slip('PREPARE slock_unlock(bigint) AS SELECT 17');
sent('release', $release);
same('at the server', 0, pg_locks($watcher, 'prepared'));
sent('acquire', $acquire);
sent('release', $release);
sent('read', $read);
same('at the server', 1, pg_locks($watcher, 'prepared'));
sent('read, release', $release);
?>
--EXPECT--
first acquire: true: Query Parse Bind Describe Execute Sync
first isAcquired: true: Parse Bind Describe Execute Sync
first release: null: Parse Bind Describe Execute Sync
acquire: true: Bind Describe Execute Sync
isAcquired: true: Bind Describe Execute Sync
release: null: Bind Describe Execute Sync
read: true: Parse Bind Describe Execute Sync
read, isAcquired: true: Parse Bind Describe Execute Sync
read, release: null: Parse Bind Describe Execute Sync
read again: true: Bind Describe Execute Sync
release again: null: Bind Describe Execute Sync
-- DEALLOCATE ALL
acquire: true: Bind Describe Execute Sync Parse Bind Describe Execute Sync
ok: at the server
isAcquired: true: Bind Describe Execute Sync Parse Bind Describe Execute Sync
release: null: Bind Describe Execute Sync Parse Bind Describe Execute Sync
ok: at the server
acquire: true: Bind Describe Execute Sync Parse Bind Describe Execute Sync
release: null: Bind Describe Execute Sync
-- held by another owner
acquire: false: Bind Describe Execute Sync Parse Bind Describe Execute Sync
-- DISCARD ALL
isAcquired: false: Bind Describe Execute Sync Parse Bind Describe Execute Sync
acquire: true: Bind Describe Execute Sync Parse Bind Describe Execute Sync
ok: at the server
release: null: Bind Describe Execute Sync Parse Bind Describe Execute Sync
-- a new session, which knows a statement of the same name that we did not prepare
acquire: true: Query Parse Bind Describe Execute Sync
release: null: Parse Bind Describe Execute Sync Query
ok: at the server
acquire: true: Bind Describe Execute Sync
release: null: Query
read: true: Parse Bind Describe Execute Sync
ok: at the server
read, release: null: Parse Bind Describe Execute Sync
