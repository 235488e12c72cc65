--TEST--
CombinedStore: whatever a member, the strategy or the logger throws, nothing is left on any member
--FILE--
<?php
require __DIR__.'/../../inc/quorum.inc';
require __DIR__.'/../../inc/logger.inc';
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

/** Throws in the n-th call of a method, also after it did what it should. */
class Thrower extends SharedMember
{
    public function __construct(private string $method, private Throwable $what)
    {
        parent::__construct('ok');
    }

    public function save(Key $key): void { parent::save($key); $this->now('save'); }
    public function saveRead(Key $key): void { parent::saveRead($key); $this->now('saveRead'); }
    public function putOffExpiration(Key $key, float $ttl): void
    {
        parent::putOffExpiration($key, $ttl);
        $this->now('putOffExpiration');
    }
    public function delete(Key $key): void { parent::delete($key); $this->now('delete'); }
    public function exists(Key $key): bool
    {
        parent::exists($key);
        $this->now('exists');
        return isset($this->held[(string) $key]);
    }

    private function now(string $method): void
    {
        if ($method === $this->method) {
            throw $this->what;
        }
    }
}

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

class Loud extends ArrayLogger
{
    public function __construct(private string $level, private Throwable $what)
    {
    }

    public function log($level, $message, array $context = []): void
    {
        parent::log($level, $message, $context);
        if ($level === $this->level) {
            throw $this->what;
        }
    }
}

/** Nothing is locked on any of the members, PHP-written or ours. */
function nothing_left(string $what, array $members): void
{
    foreach ($members as $i => $member) {
        if ($member instanceof Member) {
            same("$what: member $i", [], $member->held);
        } else {
            same("$what: member $i", true, (new Lock(new Key('r'), $member))->acquire());
        }
    }
}

$errors = ['an Error' => new Error('stop'), 'a TypeError' => new TypeError('wrong')];
foreach (['save', 'saveRead', 'putOffExpiration'] as $method) {
    group("members, $method", function () use ($errors, $method) {
        foreach ($errors as $name => $error) {
            for ($at = 0; $at < 3; ++$at) {
                $members = [new SharedMember(), new InMemoryStore(), new SharedMember()];
                $members[$at] = new Thrower($method, $error);
                $store = new CombinedStore($members, new UnanimousStrategy());
                $e = raises(
                    "$name at $at",
                    $error::class,
                    $error->getMessage(),
                    fn () => 'putOffExpiration' === $method
                        ? $store->$method(new Key('r'), 10)
                        : $store->$method(new Key('r')),
                );
                same("$name at $at: the same object", $error, $e);
                nothing_left("$name at $at", $members);
                foreach ($members as $i => $member) {
                    if ($i > $at && $member instanceof Member) {
                        same("$name at $at: member $i is only asked to let go", ['delete'], $member->calls);
                    }
                }
                $lock = new Lock(new Key('r'), $store, 'putOffExpiration' === $method ? 30 : null);
                same(
                    "$name at $at: lock",
                    $error,
                    raises(
                        "$name at $at: lock",
                        $error::class,
                        null,
                        fn () => 'saveRead' === $method ? $lock->acquireRead() : $lock->acquire(),
                    ),
                );
                nothing_left("$name at $at: lock", $members);
            }
        }
    });
}

group('members, delete', function () {
    for ($at = 0; $at < 3; ++$at) {
        $members = [new Member(), new InMemoryStore(), new Member()];
        $members[$at] = new Thrower('delete', $error = new Error('stop'));
        $store = new CombinedStore($members, new UnanimousStrategy());
        $store->save($key = new Key('r'));
        same("$at", $error, raises("$at", Error::class, 'stop', fn () => $store->delete($key)));
        nothing_left("$at", $members);
    }
    $first = new Error('first');
    $members = [new Thrower('delete', $first), new Thrower('delete', new Error('second'))];
    same(
        'the first wins',
        $first,
        raises(
            'the first wins',
            Error::class,
            null,
            fn () => (new CombinedStore($members, new UnanimousStrategy()))->delete(new Key('r')),
        ),
    );
    $cause = new Error('cause');
    $members = [new Thrower('delete', $first), new Thrower('save', $cause)];
    same(
        'what came before wins',
        $cause,
        raises(
            'before',
            Error::class,
            'cause',
            fn () => (new CombinedStore($members, new UnanimousStrategy()))->save(new Key('r')),
        ),
    );
});

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

foreach ([new DomainException('disk full'), new Error('stop')] as $what) {
    group('the logger, '.$what::class, function () use ($what) {
        foreach (['debug', 'info', 'notice'] as $level) {
            foreach (['save', 'putOffExpiration', 'delete'] as $method) {
                $members = [
                    new Member('lost'),
                    new InMemoryStore(),
                    new Thrower('delete', new DomainException('cannot')),
                    new Member('fails'),
                ];
                $store = new CombinedStore($members, new UnanimousStrategy());
                $store->setLogger($logger = new Loud($level, $what));
                $outcome = outcome(
                    fn () => 'putOffExpiration' === $method
                        ? $store->putOffExpiration(new Key('r'), 10)
                        : $store->$method(new Key('r')),
                );
                if (in_array($level, $logger->levels(), true)) {
                    same("$level in $method", $what::class.': '.$what->getMessage(), $outcome);
                }
                nothing_left("$level in $method", $members);
            }
        }
    });
}

group('exists', function () {
    $store = new CombinedStore(
        [new Thrower('exists', $error = new Error('stop')), $b = new Member()],
        new ConsensusStrategy(),
    );
    same('the same object', $error, raises('error', Error::class, null, fn () => $store->exists(new Key('r'))));
    same('stops there', [], $b->calls);
});

$lock = new Lock(
    new Key('r'),
    new CombinedStore([new Thrower('delete', new Error('stop')), $b = new Member()], new UnanimousStrategy()),
);
$lock->acquire();
raises('release', Error::class, 'stop', fn () => $lock->release());
same('the other member let go', [], $b->held);

// The records of a logger and the traces of exceptions refer to each other.
gc_collect_cycles();

// exit() while the lock is given back wins over an exception.
echo output_of('require "'.__DIR__.'/../../inc/quorum.inc";
    use Symfony\Component\Lock\{Key, Store\CombinedStore, Strategy\UnanimousStrategy};
    class Leaves extends Member { public function delete(Key $key): void { exit("exit in delete\n"); } }
    class Breaks extends Member { public function save(Key $key): void { throw new Error("must not be seen"); } }
    $last = new Member();
    register_shutdown_function(function () use ($last) {
        same("the last member is asked all the same", ["delete"], $last->calls);
    });
    $store = new CombinedStore([new Leaves(), new Breaks(), $last], new UnanimousStrategy());
    try { $store->save(new Key("r")); } finally { echo "FAIL: finally runs\n"; }');

// exit() in a member: the lock is given back on the way out, and nothing is caught.
$held = new Member();
$exits = new class extends Member {
    public function save(Key $key): void
    {
        exit("exit\n");
    }
};
register_shutdown_function(function () use ($held) {
    same('nothing is left after exit()', [], $held->held);
    same('the member was asked to let go', ['save', 'delete'], $held->calls);
});
try {
    (new Lock(new Key('r'), new CombinedStore([$held, $exits, new Member()], new UnanimousStrategy())))->acquire();
} finally {
    echo "FAIL: finally runs\n";
}
?>
--EXPECT--
ok: members, save
ok: members, saveRead
ok: members, putOffExpiration
ok: members, delete
ok: the strategy, DomainException
ok: the strategy, Error
ok: the logger, DomainException
ok: the logger, Error
ok: exists
ok: release
ok: the other member let go
exit in delete
ok: the last member is asked all the same
exit
ok: nothing is left after exit()
ok: the member was asked to let go
