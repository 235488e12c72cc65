--TEST--
Bounded waits on stores that are written in PHP, on native ones with methods replaced, on combined and retrying ones
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';

use Symfony\Component\Lock\BlockingSharedLockStoreInterface;
use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\SharedLockStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

/** The simplest store there is. */
class Plain implements PersistingStoreInterface
{
    public array $held = [];
    public array $calls = [];

    public function save(Key $key): void
    {
        $this->note('save');
        if (($this->held[(string) $key] ?? $key) !== $key) {
            throw new LockConflictedException();
        }
        $this->held[(string) $key] = $key;
    }

    public function delete(Key $key): void
    {
        if ($this->exists($key)) {
            unset($this->held[(string) $key]);
        }
    }

    public function exists(Key $key): bool
    {
        return ($this->held[(string) $key] ?? null) === $key;
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
    }

    protected function note(string $call): void
    {
        $this->calls[$call] = 1 + ($this->calls[$call] ?? 0);
    }
}

class Blocking extends Plain implements BlockingStoreInterface
{
    public function waitAndSave(Key $key): void
    {
        $this->note('waitAndSave');
        while (($this->held[(string) $key] ?? $key) !== $key) {
            usleep(10_000);
        }
        $this->held[(string) $key] = $key;
    }
}

class Sharing extends Blocking implements BlockingSharedLockStoreInterface
{
    public function saveRead(Key $key): void
    {
        $this->save($key);
    }

    public function waitAndSaveRead(Key $key): void
    {
        $this->waitAndSave($key);
    }
}

class SavesItself extends InMemoryStore
{
    public array $calls = [];

    public function save(Key $key): void
    {
        $this->calls['save'] = 1 + ($this->calls['save'] ?? 0);
        parent::save($key);
    }
}

class WaitsItself extends FlockStore
{
    public array $calls = [];

    public function waitAndSave(Key $key): void
    {
        $this->calls['waitAndSave'] = 1 + ($this->calls['waitAndSave'] ?? 0);
        parent::waitAndSave($key);
    }
}

class LooksItself extends FlockStore
{
    public function exists(Key $key): bool
    {
        return parent::exists($key);
    }
}

pcntl_async_signals(true);
$on_signal = fn () => null;
pcntl_signal(SIGUSR1, function () use (&$on_signal) { $on_signal(); });
$signaller = signaller(SIGUSR1);
$directory = temporary_directory();
$stores = [
    'plain' => new Plain(),
    'blocking' => new Blocking(),
    'sharing' => new Sharing(),
    'save() replaced' => new SavesItself(),
    'waitAndSave() replaced' => new WaitsItself($directory),
    'exists() replaced' => new LooksItself($directory),
    'combined, PHP members' => new CombinedStore(
        [new Plain(), new Blocking(), new InMemoryStore()],
        new UnanimousStrategy(),
    ),
    'combined, some of them' => new CombinedStore(
        [new Plain(), new Sharing(), new InMemoryStore()],
        new ConsensusStrategy(),
    ),
    'retrying, PHP' => new RetryTillSaveStore(new Plain(), 20),
    'retrying, combined' => new RetryTillSaveStore(
        new CombinedStore([new Plain(), new InMemoryStore()], new UnanimousStrategy()),
        20,
    ),
];
foreach ($stores as $name => $store) {
    group($name, function () use ($store, $signaller, &$on_signal) {
        $held = lock_on($store, $resource = unique());
        $lock = lock_on($store, $resource);
        same('held', true, $held->acquire());
        foreach (['acquire', 'acquireRead'] as $method) {
            foreach ([0.0, 0.05, 0.3] as $timeout) {
                $took = seconds(fn () => same("$method, $timeout", false, $lock->$method(true, $timeout)));
                between("$method, $timeout: seconds", $timeout, $timeout + 0.25, $took);
            }
        }
        same('not held', [false, true], [$lock->isAcquired(), $held->isAcquired()]);
        if (isset($store->calls)) {
            same('without the method that knows no deadline', false, isset($store->calls['waitAndSave']));
        }

        $on_signal = fn () => throw new Interrupted('enough');
        $signaller->say('0.1');
        raises('an exception', Interrupted::class, 'enough', fn () => $lock->acquire(true, 10));
        same('leaves it to its owner', [false, true], [$lock->isAcquired(), $held->isAcquired()]);

        $on_signal = fn () => $held->release();
        $signaller->say('0.1');
        between(
            'freed in time: seconds',
            0.05,
            5,
            seconds(fn () => same('freed in time', true, $lock->acquire(true, 10))),
        );
        same('acquired', [true, false], [$lock->isAcquired(), $held->isAcquired()]);
        $lock->release();
        same('nothing is left behind', true, $held->acquire());

        if (isset($store->calls) && !$store instanceof SavesItself) {
            $signaller->say('0.1');
            same('indefinitely', true, $lock->acquire(true));
            same(
                'by the method that waits',
                $store instanceof BlockingStoreInterface,
                isset($store->calls['waitAndSave']),
            );
            $lock->release();
        }
    });
}

// It counts its attempts, whatever the deadline is.
$held = lock_on($busy = new Plain(), $resource = unique());
$held->acquire();
$attempts = function (int $sleep, int $count, float $timeout) use ($busy, $resource) {
    $busy->calls = [];
    $outcome = outcome(
        fn () => lock_on(new RetryTillSaveStore($busy, $sleep, $count), $resource)->acquire(true, $timeout),
    );

    return [strtok($outcome, ':'), $busy->calls['save']];
};
same(
    'given up after three attempts',
    ['Symfony\Component\Lock\Exception\LockConflictedException', 3],
    $attempts(20, 3, 10),
);
same('the deadline before the second: one at the start and one at the end', ['false', 2], $attempts(5000, 3, 0.05));
same('once', ['false', 1], $attempts(20, 3, 0.0));
$signaller->say('end');
$signaller->finish();
?>
--EXPECT--
ok: plain
ok: blocking
ok: sharing
ok: save() replaced
ok: waitAndSave() replaced
ok: exists() replaced
ok: combined, PHP members
ok: combined, some of them
ok: retrying, PHP
ok: retrying, combined
ok: given up after three attempts
ok: the deadline before the second: one at the start and one at the end
ok: once
