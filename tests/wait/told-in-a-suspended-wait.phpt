--TEST--
A closure that suspends the fiber in whose wait it is told of a loss: handlers still wait for the operations of others
--EXTENSIONS--
pcntl
posix
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../keep-alive/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;

final class Connection extends PDO
{
    public ?Closure $then = null;

    public function exec(string $statement): int|false
    {
        $answer = parent::exec($statement);
        [$then, $this->then] = [$this->then, null];
        $then && $then();

        return $answer;
    }
}

/** @return array{Connection, PdoStore} */
function connect(): array
{
    $pdo = new Connection('sqlite::memory:');
    $store = new PdoStore($pdo, [], 0.0);
    $store->createTable();

    return [$pdo, $store];
}

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('of the handler'));

// An operation that began before the wait, and ends while that is suspended.
[$first, $store] = connect();
$first->then = fn () => Fiber::suspend();
$earlier = new Fiber(fn () => $store->save(new Key('earlier')));
$earlier->start();

$memory = new InMemoryStore();
$owner = new Lock(new Key('r'), $memory, 60.0);
$owner->acquire();
$lost = new Lock(new Key('lost'), $counting = new CountingStore(), 3.0, false);
$lost->acquire();
$counting->give_away('lost');
$keep = new KeepAlive($lost, onLost: fn () => Fiber::suspend('told'));
$waiter = new Fiber(fn () => (new Lock(new Key('r'), $memory, 60.0))->acquire(true, 20.0));
same('the closure suspends the wait', 'told', $waiter->start());
$earlier->resume();

[$second, $store] = connect();
$went_on = false;
$second->then = function () use (&$went_on) {
    posix_kill(getmypid(), SIGUSR1);
    compute(0.01);
    $went_on = true;
};
$key = new Key('money');
raises('the handler', DomainException::class, 'of the handler', function () use ($store, $key) {
    (new Lock($key, $store, 60.0, false))->acquire();
    compute(5);
});
same('not in the middle of the operation', [true, true], [$went_on, $store->exists($key)]);

$owner->release();
$waiter->resume();
same('the wait goes on', true, $waiter->getReturn());
?>
--EXPECT--
ok: the closure suspends the wait
ok: the handler
ok: not in the middle of the operation
ok: the wait goes on
