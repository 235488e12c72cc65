--TEST--
Whatever the strategy of a CombinedStore throws, nothing is left on any member
--FILE--
<?php
require __DIR__.'/interrupted.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** Throws in the n-th question. */
class Undecided extends ConsensusStrategy
{
    public function __construct(public int $left, private Throwable $what)
    {
    }

    public function isMet(int $numberOfSuccess, int $numberOfItems): bool
    {
        $this->left-- ?: throw $this->what;

        return parent::isMet($numberOfSuccess, $numberOfItems);
    }

    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
    {
        $this->left-- ?: throw $this->what;

        return parent::canBeMet($numberOfFailure, $numberOfItems);
    }
}

foreach ([new DomainException('no idea'), new Error('stop')] as $what) {
    group('the strategy, '.$what::class, function () use ($what) {
        foreach (['save', 'putOffExpiration'] as $method) {
            for ($n = 0; ; ++$n) {
                $members = [new Member(), new InMemoryStore(), new Member('conflict')];
                $store = new CombinedStore($members, $strategy = new Undecided($n, $what));
                $key = new Key('r');
                $outcome = outcome(
                    fn () => 'save' === $method ? $store->save($key) : $store->putOffExpiration($key, 10),
                );
                if ($strategy->left >= 0) {
                    break;
                }
                same("$method, question $n", $what::class.': '.$what->getMessage(), $outcome);
                nothing_left("$method, question $n", $members);
            }
            same("$method: questions", 4, $n);
        }
        for ($n = 0; $n < 3; ++$n) {
            $store = new CombinedStore([new Member(), new Member('conflict')], new Undecided($n, $what));
            raises("exists, question $n", $what::class, null, fn () => $store->exists(new Key('r')));
        }
        $lock = new Lock(new Key('r'), new CombinedStore([new Member()], new Undecided(0, $what)));
        raises(
            'a lock',
            $what instanceof Exception ? LockAcquiringException::class : Error::class,
            null,
            fn () => $lock->acquire(),
        );
    });
}

// The records of a logger and the traces of exceptions refer to each other.
gc_collect_cycles();
?>
--EXPECT--
ok: the strategy, DomainException
ok: the strategy, Error
