--TEST--
What a signal handler throws, or the loss of another lock, while a strategy of the user's works is not the strategy's: it comes out when the operation has ended, or where that waits
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/interrupting.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\StrategyInterface;

final class Majority implements StrategyInterface
{
    public string $interrupted = '';

    public function isMet(int $numberOfSuccess, int $numberOfItems): bool
    {
        'isMet' === $this->interrupted && Interruption::interrupt();

        return 2 * $numberOfSuccess > $numberOfItems;
    }

    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
    {
        'canBeMet' === $this->interrupted && Interruption::interrupt();

        return 2 * $numberOfFailure < $numberOfItems;
    }
}

/** @param int $free so many members of three */
function majority(int $free): array
{
    $members = [];
    for ($i = 0; $i < 3; ++$i) {
        $members[] = $member = new InMemoryStore();
        $i < $free || $member->save(new Key('r'));
    }

    return [new CombinedStore($members, $strategy = new Majority()), $strategy, $members[0]];
}

foreach (Interruption::each() as $class => $interruption) {
    foreach (['isMet', 'canBeMet'] as $method) {
        group("$class in $method(), refused", function () use ($class, $interruption, $method) {
            foreach ([[], [true, 10.0]] as $arguments) {
                [$store, $strategy, $member] = majority(1);
                $lock = new Lock(new Key('r'), $store, 300.0);
                $strategy->interrupted = $method;
                $got = $interruption->of(fn () => $lock->acquire(...$arguments));
                $strategy->interrupted = '';
                same('as it was thrown', [$class, null], $got);
                same('refused', false, $lock->isAcquired());
                same('nothing is left', true, (new Lock(new Key('r'), $member))->acquire());
            }
        });
        group("$class in $method(), held", function () use ($class, $interruption, $method) {
            [$store, $strategy] = majority(2);
            $lock = new Lock(new Key('r'), $store, 300.0);
            foreach (['acquire', 'refresh', 'isAcquired'] as $operation) {
                $strategy->interrupted = $method;
                $got = $interruption->of(fn () => $lock->$operation());
                $strategy->interrupted = '';
                same("$operation(): as it was thrown", [$class, null], $got);
                same("$operation(): it is held", true, $lock->isAcquired());
            }
        });
    }
}
?>
--EXPECT--
ok: Stopped in isMet(), refused
ok: Stopped in isMet(), held
ok: Stopped in canBeMet(), refused
ok: Stopped in canBeMet(), held
ok: StoppedAsRefused in isMet(), refused
ok: StoppedAsRefused in isMet(), held
ok: StoppedAsRefused in canBeMet(), refused
ok: StoppedAsRefused in canBeMet(), held
ok: Slock\Exception\LockLostException in isMet(), refused
ok: Slock\Exception\LockLostException in isMet(), held
ok: Slock\Exception\LockLostException in canBeMet(), refused
ok: Slock\Exception\LockLostException in canBeMet(), held
