--TEST--
PostgreSqlStore: when the server ends the session the lock is gone, nobody complains, and the next acquisition opens another one
--EXTENSIONS--
pdo
pdo_pgsql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$watcher = pg_pdo();
/** Ends the session that holds the lock, and waits for its end. */
$end = fn (string $resource) => same('ended', [true], $watcher->query(
    "SELECT pg_terminate_backend(pid, 20000) FROM pg_locks WHERE locktype = 'advisory' AND objid = '".crc32($resource)
        ."'",
)->fetchAll(PDO::FETCH_COLUMN));

foreach ([
    'by DSN' => fn () => new PostgreSqlStore(pg_dsn()),
    'through PDO' => fn () => new PostgreSqlStore(pg_pdo()),
    'through Doctrine' => fn () => new DoctrineDbalPostgreSqlStore(dbal('pdo_pgsql')),
] as $way => $make) {
    $ours = 'by DSN' === $way;
    group("$way: isAcquired()", function () use ($make, $end, $ours) {
        $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
        same('acquired', true, $lock->acquire());
        $end($resource);
        same('not any more', false, $lock->isAcquired());
        if ($ours) {
            same('again', true, $lock->acquire());
            same('held', true, $lock->isAcquired());
        } else {
            raises('a client object stays as it is', LockAcquiringException::class, null, fn () => $lock->acquire());
        }
    });
    group("$way: the destructor is silent", function () use ($make, $end) {
        $warnings = [];
        set_error_handler(function ($level, $text) use (&$warnings) { $warnings[] = $text; });
        $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
        same('acquired', true, $lock->acquire());
        $end($resource);
        $destroyed = WeakReference::create($lock);
        unset($lock);
        restore_error_handler();
        same('it has run', null, $destroyed->get());
        same('warnings', [], $warnings);
        same('another store has it', true, (new LockFactory($make()))->createLock($resource, 300)->acquire());
    });
    group("$way: another one has it in another session of this process", function () use ($make, $end) {
        set_error_handler(fn ($level, $text) => check("no warning: $text", false));
        foreach (['isAcquired' => false, 'release' => null] as $method => $expected) {
            $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
            $lock->acquire();
            $end($resource);
            same('not any more', false, $lock->isAcquired());
            $other = (new LockFactory($make()))->createLock($resource, 300);
            same('the other one', true, $other->acquire());
            same($method, $expected, $lock->$method());
            unset($lock);
            same('still the other one', true, $other->isAcquired());
        }
        restore_error_handler();
    });
    group("$way: release()", function () use ($make, $end) {
        $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
        $lock->acquire();
        $end($resource);
        same('nothing to release', null, $lock->release());
    });
    if ($ours) {
        group("$way: acquire() of what was held", function () use ($make, $end, $watcher) {
            $store = $make();
            [$lock, $other] = [
                (new LockFactory($store))->createLock($resource = unique()),
                (new LockFactory($store))->createLock(unique()),
            ];
            $lock->acquire();
            $other->acquire();
            $end($resource);
            same('again', true, $lock->acquire());
            same('once', 1, pg_locks($watcher, $resource));
            same('the other one went with the session', false, $other->isAcquired());
            same('and can be had', true, $other->acquire());
            $lock->release();
            same('free', 0, pg_locks($watcher, $resource));
            $lock->acquire();
            $end($resource);
            // The deadline has passed when the answer is there: that of another session would come later still.
            raises('in no time', LockAcquiringException::class, null, fn () => $lock->acquire(true, 1e-6));
            same('but the next time', true, $lock->acquire());
        });
        group("$way: a wait goes on in a new session", function () use ($make, $watcher) {
            $resource = unique();
            $watcher->query('SELECT pg_advisory_lock('.crc32($resource).')');
            $helper = Child::start(
                '$pdo = new PDO($argv[1]); echo "ready\n";
                $waiting = "FROM pg_locks WHERE NOT granted AND objid = \'".crc32($argv[2])."\'";
                $session = $ended = false;
                $waits = function () use ($pdo, $waiting, &$session, &$ended) {
                    $session = $pdo->query("SELECT pid $waiting AND locktype = \'advisory\'")->fetchColumn();
                    return $session && $session !== $ended;
                };
                for ($i = 0; $i < 2 && eventually($waits, 2); ++$i) {
                    $pdo->query("SELECT pg_terminate_backend($session)");
                    $ended = $session;
                }
                echo eventually($waits, 2) ? $i : "no";',
                'here',
                ['pdo', 'pdo_pgsql'],
                [],
                [pg_dsn(), $resource],
            );
            $lock = (new LockFactory($make()))->createLock($resource);
            same('the helper', 'ready', $helper->hear());
            same('the deadline holds', false, $lock->acquire(true, 3.0));
            same('it waited again, twice', '2', $helper->finish());
            same('nobody waits any more', 0, pg_locks($watcher, $resource, false));
        });
    }
}
?>
--EXPECT--
ok: by DSN: isAcquired()
ok: by DSN: the destructor is silent
ok: by DSN: another one has it in another session of this process
ok: by DSN: release()
ok: by DSN: acquire() of what was held
ok: by DSN: a wait goes on in a new session
ok: through PDO: isAcquired()
ok: through PDO: the destructor is silent
ok: through PDO: another one has it in another session of this process
ok: through PDO: release()
ok: through Doctrine: isAcquired()
ok: through Doctrine: the destructor is silent
ok: through Doctrine: another one has it in another session of this process
ok: through Doctrine: release()
