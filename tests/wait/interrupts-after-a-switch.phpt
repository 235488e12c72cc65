--TEST--
What arrives in the middle of an operation whose fiber is suspended then waits for nobody else: handlers run and locks are renewed where the program goes on
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
use Symfony\Component\Lock\Store\PdoStore;

final class Connection extends PDO
{
    public ?Closure $then = null;

    public function exec(string $statement): int|false
    {
        [$then, $this->then] = [$this->then, null];
        $then && $then();

        return parent::exec($statement);
    }
}

$pdo = new Connection('sqlite::memory:');
$store = new PdoStore($pdo, [], 0.0);
$store->createTable();
pcntl_async_signals(true);
$ran = [];
// It throws nothing: PHP 8.2 may crash when a handler throws in a fiber.
pcntl_signal(SIGUSR1, function () use (&$ran) { $ran[] = Fiber::getCurrent() ? 'in a fiber' : 'in the program'; });

/** A fiber that is suspended in the middle of an operation, in which this happens first. */
$suspended = function (string $name, Closure $first) use ($pdo, $store): Fiber {
    $fiber = new Fiber(fn () => $store->save(new Key($name)));
    $pdo->then = function () use ($first) {
        $first();
        Fiber::suspend();
    };
    $fiber->start();
    check('suspended', $fiber->isSuspended());

    return $fiber;
};

group('a signal', function () use ($suspended, &$ran) {
    $in_it = null;
    $fiber = $suspended('a', function () use (&$ran, &$in_it) {
        posix_kill(getmypid(), SIGUSR1);
        compute(0.01);
        $in_it = $ran;
    });
    compute(5, function () use (&$ran) { return (bool) $ran; });
    same('handled', [[], ['in the program']], [$in_it, $ran]);
    $fiber->resume();
    compute(0.01);
    same('once', 1, count($ran));
});

group('a renewal that becomes due', function () use ($suspended) {
    $lock = new Lock(new Key('kept'), $kept = new CountingStore(), 2.7);
    $lock->acquire();
    $kept->renewed = 0;
    $keep = new KeepAlive($lock, onLost: fn () => null);
    $in_it = null;
    $fiber = $suspended('b', function () use ($kept, &$in_it) {
        compute(1.5);
        $in_it = $kept->renewed;
    });
    same('not in the middle of it', 0, $in_it);
    compute(5, fn () => $kept->renewed > 1);
    same('renewed', [true, false], [$kept->renewed > 1, $keep->isLost()]);
    $fiber->resume();
});

group('and what goes on is an operation, too', function () use ($suspended, $store, $pdo, &$ran) {
    $ran = [];
    $fiber = null;
    $in_it = null;
    $pdo->then = function () use ($suspended, &$fiber, &$ran, &$in_it) {
        $fiber = $suspended('c', function () { posix_kill(getmypid(), SIGUSR1); compute(0.01); });
        compute(0.01);
        $in_it = $ran;
    };
    $store->save(new Key('d'));
    compute(5, function () use (&$ran) { return (bool) $ran; });
    same('handled after that', [[], ['in the program']], [$in_it, $ran]);
    $fiber->resume();
});
?>
--EXPECT--
ok: a signal
ok: a renewal that becomes due
ok: and what goes on is an operation, too
