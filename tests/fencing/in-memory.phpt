--TEST--
InMemoryStore: fencing tokens grow over all stores of the process
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/tokens.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\StoreFactory;

use function Slock\fencing_token;

group('by an option', fn () => fencing(fn (bool $fencing) => new InMemoryStore(['fencing' => $fencing])));
group('by DSN', fn () => fencing(fn (bool $fencing) => StoreFactory::createStore('in-memory?fencing='.(int) $fencing)));

group('one counter', function () {
    $tokens = [];
    for ($i = 0; $i < 10; ++$i) {
        $tokens = [...$tokens, ...tokens(new InMemoryStore(['fencing' => true]), 'r', 5)];
    }
    grow('of many stores', $tokens);
    between('about the time', (microtime(true) - 60) * 1e6, microtime(true) * 1e6 + 1000, $tokens[0]);
});

group('stores that travel', function () {
    $store = new InMemoryStore(['fencing' => true]);
    $held = owner($store, 'held');
    $held->acquire();
    $copy = unserialize(serialize($store));
    same('still exclude', false, owner($copy, 'held')->acquire());
    grow('and mint', [fencing_token($held), ...tokens($copy, 'r', 3)]);
    same('without', [null], tokens(unserialize(serialize(new InMemoryStore())), 'r', 1));
});

/** As the package's, which has no constructor. */
final class Derived extends InMemoryStore
{
    public function __construct(public string $name)
    {
    }
}

group('a subclass with a constructor of its own', function () {
    $store = new Derived('x');
    same('works', [null, null], tokens($store, 'r', 2));
    same('and is called again', null, $store->__construct('y'));
    $store = new InMemoryStore(['fencing' => true]);
    $lock = owner($store, 'r');
    $lock->acquire();
    $store->__construct();
    same('keeps its locks', false, owner($store, 'r')->acquire());
});

group('a forked process', function () {
    $store = new InMemoryStore(['fencing' => true]);
    $tokens = tokens($store, 'r', 2);
    $file = temporary_directory().'/tokens';
    if (!$pid = pcntl_fork()) {
        file_put_contents($file, json_encode(tokens($store, 's', 2)));
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    grow('goes on', [...$tokens, ...json_decode(file_get_contents($file))]);
});

group('bad options', function () {
    foreach (['in-memory?fencing=2', 'in-memory?fencing=1&x=1'] as $dsn) {
        raises($dsn, InvalidArgumentException::class, '"fencing"', fn () => StoreFactory::createStore($dsn));
    }
    raises('another', InvalidArgumentException::class, null, fn () => StoreFactory::createStore('in-memory?x=1'));
    raises('not known', InvalidArgumentException::class, '"fence"', fn () => new InMemoryStore(['fence' => true]));
    raises('type', TypeError::class, '"fencing"', fn () => new InMemoryStore(['fencing' => 1]));
});
?>
--EXPECT--
ok: by an option
ok: by DSN
ok: one counter
ok: stores that travel
ok: a subclass with a constructor of its own
ok: a forked process
ok: bad options
