--TEST--
A release whose fiber is suspended until the same Lock is acquired again: the lock is kept alive, and released with its object
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

/** A connection that leaves the fiber when the database has answered. */
final class Suspending extends PDO
{
    public bool $suspends = false;

    public function exec(string $statement): int|false
    {
        $answer = parent::exec($statement);
        if ($this->suspends) {
            $this->suspends = false;
            Fiber::suspend();
        }

        return $answer;
    }
}

$pdo = new Suspending('sqlite::memory:');
$store = new PdoStore($pdo, [], 0.0);
$store->createTable();
$rows = fn () => (int) $pdo->query('SELECT count(*) FROM lock_keys')->fetchColumn();

/** A fiber that is suspended when the row is gone, and the answer on its way. */
$release = function (Lock $lock) use ($pdo, $rows): Fiber {
    $fiber = new Fiber(fn () => $lock->release());
    $pdo->suspends = true;
    $fiber->start();
    same('a release is on its way', [true, 0], [$fiber->isSuspended(), $rows()]);

    return $fiber;
};

group('the same Lock has it again', function () use ($store, $release, $rows) {
    $lock = new Lock(new Key('r'), $store, 3.0);
    $lock->acquire();
    $fiber = $release($lock);
    same('acquired', true, $lock->acquire());
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
    $fiber->resume();
    check('it is renewed', compute(10, fn () => $lock->getRemainingLifetime() < 2.5)
        && compute(10, fn () => $lock->getRemainingLifetime() > 2.5));
    same('and not lost', [0, false, true], [$told, $keep->isLost(), $lock->isAcquired()]);
    unset($keep, $fiber);
    same('held until then', 1, $rows());
    unset($lock);
    same('released with it', 0, $rows());
});

group('another Lock on the key has it', function () use ($store, $release, $rows) {
    $lock = new Lock($key = new Key('r'), $store, 60.0);
    $lock->acquire();
    $fiber = $release($lock);
    $other = new Lock($key, $store, 60.0);
    same('acquired', true, $other->acquire());
    $fiber->resume();
    unset($fiber, $lock);
    same('not released with the first one', [1, true], [$rows(), $other->isAcquired()]);
    unset($other);
    same('released', 0, $rows());
});
?>
--EXPECT--
ok: the same Lock has it again
ok: another Lock on the key has it
