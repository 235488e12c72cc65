--TEST--
Handlers of signals wait for an operation whose fiber is suspended while others work, and for no other
--EXTENSIONS--
pcntl
posix
pdo_sqlite
--FILE--
<?php
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;

final class Connection extends PDO
{
    public ?Closure $then = null;

    public function exec(string $statement): int|false
    {
        if ($then = $this->then) {
            $this->then = null;
            $then();
            echo "  the method goes on\n";
        }

        return parent::exec($statement);
    }
}

function connect(): Connection
{
    $pdo = new Connection('sqlite::memory:');
    $store = new PdoStore($pdo);
    $store->createTable();
    $store->save(new Key('warm-up'));

    return $pdo;
}

function signal(): void
{
    posix_kill(posix_getpid(), SIGUSR1);
}

pcntl_async_signals(true);
// It throws nothing: PHP 8.2 may crash when a handler throws in a fiber.
pcntl_signal(SIGUSR1, function () { echo "  the handler runs\n"; });

function lock(Connection $pdo, string $name): void
{
    $key = new Key($name);
    $store = new PdoStore($pdo);
    $store->save($key);
    pcntl_signal_dispatch();
    echo "  $name: ", $store->exists($key) ? 'held' : 'not held', "\n";
}

echo "Another operation ends meanwhile:\n";
$pdo = connect();
$pdo->then = function () { Fiber::suspend(); signal(); };
$fiber = new Fiber(lock(...));
$fiber->start($pdo, 'a');
(new InMemoryStore())->save(new Key('b'));
$fiber->resume();

echo "Operations end in the order in which they began:\n";
$first = connect();
$second = connect();
$first->then = fn () => Fiber::suspend();
$second->then = function () { Fiber::suspend(); signal(); };
$one = new Fiber(lock(...));
$two = new Fiber(lock(...));
$one->start($first, 'one');
$two->start($second, 'two');
$one->resume();
$two->resume();

echo "A fiber is destroyed in the middle of an operation:\n";
$pdo = connect();
$pdo->then = fn () => Fiber::suspend();
$fiber = new Fiber(lock(...));
$fiber->start($pdo, 'lost');
$fiber = null;
gc_collect_cycles();
signal();
pcntl_signal_dispatch();
echo "  and the program goes on\n";

echo "A suspended operation keeps nobody else waiting:\n";
$pdo = connect();
$pdo->then = fn () => Fiber::suspend();
$fiber = new Fiber(lock(...));
$fiber->start($pdo, 'c');
signal();
pcntl_signal_dispatch();
echo "  and the program goes on\n";
$fiber->resume();

echo "Fibers that an operation starts wait with it:\n";
$pdo = connect();
$pdo->then = fn () => (new Fiber(function () { signal(); echo "  the inner fiber goes on\n"; }))->start();
lock($pdo, 'd');
?>
--EXPECT--
Another operation ends meanwhile:
  the method goes on
  the handler runs
  a: held
Operations end in the order in which they began:
  the method goes on
  one: held
  the method goes on
  the handler runs
  two: held
A fiber is destroyed in the middle of an operation:
  the handler runs
  and the program goes on
A suspended operation keeps nobody else waiting:
  the handler runs
  and the program goes on
  the method goes on
  c: held
Fibers that an operation starts wait with it:
  the inner fiber goes on
  the method goes on
  the handler runs
  d: held
