--TEST--
What a signal handler throws while the logger works is no answer of the store: it comes out when the operation has ended
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Exception\LockConflictedException;

class Stopped extends LockConflictedException
{
}

final class Interrupted
{
    public bool $sends = false;

    public function __call(string $level, array $arguments): void
    {
        if ($this->sends) {
            $this->sends = false;
            posix_kill(getmypid(), SIGUSR1);
        }
    }
}

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { throw new Stopped('stopped'); });

foreach (['acquire', 'acquireRead', 'refresh', 'release'] as $operation) {
    group($operation, function () use ($operation) {
        $lock = new Lock(new Key(unique()), new InMemoryStore(), 300.0);
        $lock->setLogger($logger = new Interrupted());
        str_starts_with($operation, 'acquire') || $lock->acquire();
        $logger->sends = true;
        try {
            $lock->$operation();
            $thrown = null;
        } catch (Throwable $thrown) {
        }
        same('as it was thrown', [Stopped::class, null], [get_debug_type($thrown), $thrown?->getPrevious()]);
        same('when all was done', 'release' !== $operation, $lock->isAcquired());
    });
}
?>
--EXPECT--
ok: acquire
ok: acquireRead
ok: refresh
ok: release
