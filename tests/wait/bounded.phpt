--TEST--
acquire(true, timeout) on every kind of store: ends at the deadline, in time when the lock is freed before it, and leaves nothing behind
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis');
--FILE--
<?php
require __DIR__.'/../inc/holder.inc';
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/redis.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Store\SemaphoreStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

/** A store written in PHP that waits by itself and knows no deadline. */
class Patient extends InMemoryStore implements Symfony\Component\Lock\BlockingStoreInterface
{
    public int $waited = 0;

    public function save(Key $key): void
    {
        parent::save($key);
    }

    public function waitAndSave(Key $key): void
    {
        ++$this->waited;
        $this->save($key);
    }
}

pcntl_async_signals(true);
$alarms = 0;
$onAlarm = fn () => null;
pcntl_signal(SIGALRM, function () use (&$alarms, &$onAlarm) { ++$alarms; $onAlarm(); });

$dsn = redis_url();
$directory = temporary_directory();
$stores = [
    'InMemoryStore' => new InMemoryStore(),
    'FlockStore' => new FlockStore($directory),
    'SemaphoreStore' => new SemaphoreStore(),
    'RedisStore' => new RedisStore($dsn),
    'RetryTillSaveStore' => new RetryTillSaveStore(new InMemoryStore()),
    'CombinedStore' => new CombinedStore([new InMemoryStore(), new RedisStore($dsn)], new UnanimousStrategy()),
    'a store written in PHP' => $patient = new Patient(),
];
foreach ($stores as $name => $store) {
    group($name, function () use ($store, &$alarms, &$onAlarm) {
        $holder = lock_on($store, $resource = unique());
        $lock = lock_on($store, $resource);
        $holder->acquire();
        foreach ([0.0, 0.05, 0.5] as $timeout) {
            $took = seconds(fn () => same("$timeout", false, $lock->acquire(true, $timeout)));
            // 20 ms and what a busy machine adds.
            between("$timeout: seconds", $timeout - 0.001, $timeout + 0.25, $took);
            same("$timeout: not held", false, $lock->isAcquired());
        }
        same('the holder still is', true, $holder->isAcquired());

        // A storm of signals, 300 within the half second, changes neither the outcome nor the deadline.
        $alarms = 0;
        $onAlarm = fn () => null;
        $storm = Child::start(
            'echo "ready\n"; fgets(STDIN); '
                .'for ($i = 0; $i < 300; ++$i) { usleep(1000); posix_kill('.getmypid().', SIGALRM); } fgets(STDIN);',
            'here',
            ['posix', 'pcntl'],
        );
        same('storm: ready', 'ready', $storm->hear());
        $storm->say('go');
        $took = seconds(fn () => same('storm', false, $lock->acquire(true, 1.0)));
        between('storm: seconds', 0.999, 1.3, $took);
        check('storm: signals were seen', $alarms > 20, "$alarms");
        $storm->finish();

        // Freed before the deadline by a handler of this very process.
        $onAlarm = fn () => $holder->isAcquired() && $holder->release();
        $alarm = Child::start(
            'echo "ready\n"; fgets(STDIN); usleep(300000); posix_kill('.getmypid().', SIGALRM); fgets(STDIN);',
            'here',
            ['posix', 'pcntl'],
        );
        same('freed in time: ready', 'ready', $alarm->hear());
        $took = seconds(function () use ($alarm, $lock) {
            $alarm->say('go');
            same('freed in time', true, $lock->acquire(true, 10));
        });
        between('freed in time: seconds', 0.3, 3, $took);
        $alarm->finish();
        same('held', true, $lock->isAcquired());
        $lock->release();

        // Nothing of the waits in vain is left: another owner gets it at once.
        same('free', true, $holder->acquire());
        $holder->release();
    });
}
same('the deadline was kept without the method that knows none', 0, $patient->waited);

$lock = lock_on(new InMemoryStore(), 'r');
raises('negative', InvalidArgumentException::class, '$timeout', fn () => $lock->acquire(true, -0.5));
raises('NaN', InvalidArgumentException::class, '$timeout', fn () => $lock->acquire(true, NAN));
raises('without waiting', InvalidArgumentException::class, '$timeout', fn () => $lock->acquire(false, 1));
raises('a reader', InvalidArgumentException::class, '$timeout', fn () => $lock->acquireRead(timeout: 1));
same('infinite', true, $lock->acquire(true, INF));
$lock->release();
same('null', true, $lock->acquire(true, null));

remove_tree($directory);
--EXPECT--
ok: InMemoryStore
ok: FlockStore
ok: SemaphoreStore
ok: RedisStore
ok: RetryTillSaveStore
ok: CombinedStore
ok: a store written in PHP
ok: the deadline was kept without the method that knows none
ok: negative
ok: NaN
ok: without waiting
ok: a reader
ok: infinite
ok: null
