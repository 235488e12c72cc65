--TEST--
The PostgreSQL stores: a deadline ends a wait with false in time, and nothing is left at the server
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$watcher = pg_pdo();
foreach ([
    'by DSN' => new PostgreSqlStore(pg_dsn()),
    'through PDO' => new PostgreSqlStore(pg_pdo()),
] as $way => $store) {
    $factory = new LockFactory($store);
    foreach (['acquire', 'acquireRead'] as $call) {
        group("$way: $call()", function () use ($factory, $call, $watcher) {
            $resource = unique();
            $watcher->query('SELECT pg_advisory_lock('.crc32($resource).')');
            foreach ([0.0, 0.05, 0.3] as $timeout) {
                $lock = $factory->createLock($resource);
                $took = seconds(function () use ($lock, $call, $timeout) {
                    same("$timeout s", false, $lock->$call(true, $timeout));
                });
                between("$timeout: seconds taken", $timeout, $timeout + 0.25, $took);
                same('not acquired', false, $lock->isAcquired());
                same('nobody waits', 0, pg_locks($watcher, $resource, false));
                same('only we hold it', 1, pg_locks($watcher, $resource));
            }
            $watcher->query('SELECT pg_advisory_unlock('.crc32($resource).')');
            same('free', true, $lock->$call(true, 1.0));
            $lock->release();
            same('released', 0, pg_locks($watcher, $resource));
        });
    }
    group("$way: another key of this process", function () use ($factory) {
        $mine = $factory->createLock($resource = unique());
        $other = $factory->createLock($resource);
        $mine->acquire();
        $took = seconds(function () use ($other) { same('refused', false, $other->acquire(true, 0.2)); });
        between('after the deadline: seconds', 0.2, 0.6, $took);
        raises(
            'without a deadline it would be indefinitely',
            LockConflictedException::class,
            null,
            fn () => $other->acquire(true),
        );
        $mine->release();
        same('free', true, $other->acquire(true));
    });
    group("$way: granted at the last moment", function () use ($factory, $watcher) {
        $resource = unique();
        // Another process takes the lock and lets it go, at about the time the deadline comes.
        $other = Child::start(
            '$pdo = new PDO($argv[1]); while ($line = fgets(STDIN)) { '
                .'$pdo->query("SELECT pg_advisory_lock($argv[2])"); echo "held\n"; usleep((int) $line); '
                .'$pdo->query("SELECT pg_advisory_unlock($argv[2])"); echo "free\n"; }',
            'here',
            ['pdo', 'pdo_pgsql'],
            [],
            [pg_dsn(), (string) crc32($resource)],
        );
        $got = 0;
        for ($i = 0; $i < 80; ++$i) {
            $other->say((string) (2000 + 50 * $i));
            $other->hear();
            $lock = $factory->createLock($resource);
            $held = $lock->acquire(true, 0.004);
            same('what was said is so', $held, $lock->isAcquired());
            $held and ++$got and $lock->release();
            $other->hear();
            same('nothing is left behind', 0, pg_locks($watcher, $resource) + pg_locks($watcher, $resource, false));
        }
        between('granted sometimes', 1, 79, $got);
        $other->finish();
    });
}
?>
--EXPECT--
ok: by DSN: acquire()
ok: by DSN: acquireRead()
ok: by DSN: another key of this process
ok: by DSN: granted at the last moment
ok: through PDO: acquire()
ok: through PDO: acquireRead()
ok: through PDO: another key of this process
ok: through PDO: granted at the last moment
