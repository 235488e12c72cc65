--TEST--
PdoStore and DoctrineDbalStore by DSN and URL: a database that stalls is given up in time, and used again when it answers
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

const MARGIN = 1.2;
// A sanitizer makes slow what has to be in time, too.
$limit = getenv('ASAN_OPTIONS') ? 1.5 : 0.6;
ini_set('slock.connect_timeout', (string) $limit);
ini_set('slock.command_timeout', (string) $limit);

/** Ends with a storage error, not before $after seconds and not much later. */
function ends(string $what, float $after, callable $f, string $text): void
{
    $outcome = '';
    $took = seconds(function () use ($f, &$outcome) { $outcome = outcome($f); });
    between("$what: seconds", $after - 0.05, $after + MARGIN, $took);
    check("$what: a storage error", str_contains($outcome, $text), $outcome);
}

foreach (['pgsql', 'mysql'] as $kind) {
    $proxy = new SqlProxy($kind);
    $options = ['db_table' => table(), 'db_username' => sql_user($kind), 'db_password' => sql_password($kind)];
    $ways = [
        'DSN' => fn () => new PdoStore($proxy->dsn(), $options),
        'persistent' => fn () => new PdoStore(
            $proxy->dsn(),
            $options + ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]],
        ),
        'URL' => fn () => new PdoStore($proxy->url(), ['db_table' => table()]),
        'Doctrine' => fn () => new DoctrineDbalStore($proxy->url(), ['db_table' => table()]),
        // The second store with that URL.
        'Doctrine, persistent' => function () use ($proxy, &$before) {
            $url = $proxy->url();
            $url .= (str_contains($url, '?') ? '&' : '?').'persistent=1';
            $make = fn () => new DoctrineDbalStore($url, ['db_table' => table()]);
            (new Lock(new Key(unique()), $before[] = $make(), 300, false))->acquire();

            return $make();
        },
    ];
    if (getenv('SLOCK_ASAN_LEAKS')) {
        // PDO itself never frees a persistent connection that it has found dead.
        $ways['persistent'] = $ways['DSN'];
    }
    foreach ($ways as $way => $make) {
        group("$kind, $way", function () use ($make, $proxy, $limit) {
            $store = $make();
            $lock = new Lock($key = new Key(unique()), $store, 300, false);
            same('acquired', true, $lock->acquire());
            $proxy->stall();
            ends('isAcquired', $limit, fn () => $store->exists($key), "answered within $limit seconds");
            $proxy->stall(false);
            same('still held, on another connection', true, $lock->isAcquired());
            $proxy->stall();
            ends('a bounded wait', 0.2, fn () => $lock->acquire(true, 0.2), 'answered in time');
            // Not even a connection now.
            ends('release', $limit, fn () => $store->delete($key), '');
            ends(
                'a bounded wait without a connection',
                0.2,
                fn () => $lock->acquire(true, 0.2),
                'LockAcquiringException',
            );
            $proxy->stall(false);
            $other = new Lock(new Key((string) $key), $make(), 300, false);
            same('nobody else gets it', false, $other->acquire());
            same('released', null, $lock->release());
            same('the next one', true, $other->acquire(true, 5));
            $other->release();
            $proxy->stall();
            ends('connecting', $limit, fn () => $make()->exists($key), '');
            $proxy->stall(false);
        });
    }
    $proxy->stop();
}

group('SQLite waits for its file no longer than that', function () {
    $pdo = new PDO(sql_dsn('sqlite'));
    $store = new PdoStore(sql_dsn('sqlite'), ['db_table' => table()]);
    $lock = new Lock($key = new Key('r'), $store, 300, false);
    same('acquired', true, $lock->acquire());
    $pdo->exec('BEGIN EXCLUSIVE');
    ends('a bounded wait', 0.2, fn () => $lock->acquire(true, 0.2), 'database is locked');
    ends('refresh', 1.0, fn () => $lock->refresh(), 'database is locked');
    ends('a bounded wait again', 0.1, fn () => $lock->acquire(true, 0.1), 'database is locked');
    $pdo->exec('ROLLBACK');
    same('acquired again', true, $lock->acquire(true, 0.2));
    $lock->release();
});
?>
--EXPECT--
ok: pgsql, DSN
ok: pgsql, persistent
ok: pgsql, URL
ok: pgsql, Doctrine
ok: pgsql, Doctrine, persistent
ok: mysql, DSN
ok: mysql, persistent
ok: mysql, URL
ok: mysql, Doctrine
ok: mysql, Doctrine, persistent
ok: SQLite waits for its file no longer than that
