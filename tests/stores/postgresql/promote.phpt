--TEST--
The PostgreSQL stores: from reading to writing and back, also while others wait; a refused promotion goes on reading
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$watcher = pg_pdo();
/** The modes that sessions hold the lock in. */
$modes = fn (string $resource) => $watcher->query(
    "SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = '".crc32($resource)
        ."' ORDER BY mode",
)->fetchAll(PDO::FETCH_COLUMN);
$make = 'new Symfony\Component\Lock\Store\PostgreSqlStore('.var_export(pg_dsn(), true).')';

foreach ([
    'by DSN' => new PostgreSqlStore(pg_dsn()),
    'through PDO' => new PostgreSqlStore(pg_pdo()),
] as $way => $store) {
    $factory = new LockFactory($store);
    group("$way: one lock in one mode", function () use ($factory, $modes) {
        $lock = $factory->createLock($resource = unique());
        for ($i = 0; $i < 3; ++$i) {
            $lock->acquire();
            $lock->acquire();
            same('writing', ['ExclusiveLock'], $modes($resource));
            $lock->acquireRead();
            $lock->acquireRead();
            same('reading', ['ShareLock'], $modes($resource));
        }
        $lock->release();
        same('released at once', [], $modes($resource));
    });
    group("$way: a refused promotion", function () use ($factory, $modes, $make) {
        $lock = $factory->createLock($resource = unique());
        $lock->acquireRead();
        $other = holder($make, $resource, 'acquireRead()');
        same('refused', false, $lock->acquire());
        same('still reading', true, $lock->isAcquired());
        same('refused in time', false, $lock->acquire(true, 0.1));
        same('still reading then', true, $lock->isAcquired());
        same('both read', ['ShareLock', 'ShareLock'], $modes($resource));
        $other->say('usleep(200_000); $lock->release();');
        same('promoted when the other one has gone', true, $lock->acquire(true));
        same('writing', ['ExclusiveLock'], $modes($resource));
        $lock->release();
        same('free', [], $modes($resource));
        $other->finish();
    });
    group("$way: demotion while a writer waits", function () use ($factory, $modes, $make, $watcher) {
        $lock = $factory->createLock($resource = unique());
        $lock->acquire();
        $other = waiter($make, $resource);
        check('it waits', eventually(fn () => pg_locks($watcher, $resource, false) > 0));
        same('demoted', true, $lock->acquireRead());
        same('reading', ['ShareLock'], $modes($resource));
        $lock->release();
        check('then it writes', null !== $other->hear());
        $other->finish();
        same('free', [], $modes($resource));
    });
    group("$way: readers of one process", function () use ($factory, $modes) {
        [$one, $two, $three] = [
            $factory->createLock($resource = unique()),
            $factory->createLock($resource),
            $factory->createLock($resource),
        ];
        same('read', [true, true, true], [$one->acquireRead(), $two->acquireRead(true), $three->acquireRead()]);
        same('no promotion', false, $one->acquire());
        $one->release();
        same('one less', [false, true, true], [$one->isAcquired(), $two->isAcquired(), $three->isAcquired()]);
        same('the session still reads', ['ShareLock'], $modes($resource));
        $two->release();
        same('promotion of the last one', true, $three->acquire());
        $three->release();
        same('free', [], $modes($resource));
    });
}
?>
--EXPECT--
ok: by DSN: one lock in one mode
ok: by DSN: a refused promotion
ok: by DSN: demotion while a writer waits
ok: by DSN: readers of one process
ok: through PDO: one lock in one mode
ok: through PDO: a refused promotion
ok: through PDO: demotion while a writer waits
ok: through PDO: readers of one process
