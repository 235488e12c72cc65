--TEST--
A store or a logger in PHP that forks during a renewal: the child renews nothing more, and is told of nothing
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/logger.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

final class Forking extends Recorder
{
    public ?Closure $then = null;

    public function log($level, $message, array $context = []): void
    {
        [$then, $this->then] = [$this->then, null];
        $then && $then();
    }
}

/**
 * Renews three locks together, the first of which forks when $arm has been called with how.
 *
 * @param Closure(Closure, Forking, CountingStore): void $arm
 */
function forks(string $what, Closure $arm): void
{
    $parent = getmypid();
    $child = null;
    [$locks, $stores, $keeps, $told, $before] = [[], [], [], 0, 0];
    foreach (['a', 'b', 'c'] as $name) {
        $stores[] = $store = new CountingStore();
        $locks[] = $lock = new Lock(new Key($name), $store, 2.4, false);
        $lock->acquire();
        $keeps[] = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
        $store->renewed = 0;
    }
    foreach ($locks as $i => $lock) {
        $fork = function () use (&$child, $stores, &$before): bool {
            if (null !== $child) {
                return false;
            }
            $before = array_sum(array_column($stores, 'renewed'));
            $child = pcntl_fork();

            return true;
        };
        $lock->setLogger($logger = new Forking());
        $arm($fork, $logger, $stores[$i]);
    }
    usleep(950_000); // all of them are due then
    compute(5, function () use (&$child) { return null !== $child; });
    if (getmypid() !== $parent) {
        compute(0.2);
        $good = array_sum(array_column($stores, 'renewed')) === $before && !$told;
        posix_kill(getmypid(), $good ? SIGKILL : SIGTERM);
    }
    pcntl_waitpid($child, $status);
    same("$what: the child has nothing of it", SIGKILL, pcntl_wtermsig($status));
    foreach ($stores as $store) {
        $store->on_renewal = null;
    }
    check("$what: the parent goes on", compute(5, fn () => array_sum(array_column($stores, 'renewed')) > $before));
}

forks('a logger', function (Closure $fork, Forking $logger) { $logger->then = $fork; });
forks('a store that refuses', function (Closure $fork, Forking $logger, CountingStore $store) {
    $store->on_renewal = function () use ($fork, $store) {
        $store->on_renewal = null;
        if ($fork()) {
            throw new LockConflictedException();
        }
    };
});
?>
--EXPECT--
ok: a logger: the child has nothing of it
ok: a logger: the parent goes on
ok: a store that refuses: the child has nothing of it
ok: a store that refuses: the parent goes on
