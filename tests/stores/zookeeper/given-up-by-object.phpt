--TEST--
ZookeeperStore through a \Zookeeper object: what a release() or an acquire() without an answer left behind goes before the next call
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

declare_zookeeper();

/** Loses the connection before or after the next calls of some methods. */
final class UnreliableZookeeper extends Zookeeper
{
    public array $before = [];
    public array $after = [];
    /** Nodes as a server has them that lags behind, until it has caught up. */
    public array $past = [];

    private function lose(string $method, array &$which): void
    {
        if (false !== $at = array_search($method, $which, true)) {
            unset($which[$at]);
            throw new ZookeeperException('connection loss', -4);
        }
    }

    public function create(string $path, string $value, array $acl, ?int $flags = null): string
    {
        $this->lose('create', $this->before);
        $done = parent::create($path, $value, $acl, $flags);
        $this->lose('create', $this->after);

        return $done;
    }

    public function get(string $path, ?callable $watcher = null, ?array &$stat = null, int $size = 0): string
    {
        $this->lose('get', $this->before);
        if (isset($this->past[$path])) {
            [$data, $stat] = $this->past[$path];

            return $data;
        }

        return parent::get($path, $watcher, $stat, $size);
    }

    public function delete(string $path, int $version = -1): bool
    {
        $this->lose('delete', $this->before);
        $this->past = [];
        $done = parent::delete($path, $version);
        $this->lose('delete', $this->after);

        return $done;
    }
}

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
$client = new UnreliableZookeeper($hosts);
$store = new ZookeeperStore($client);
$is_there = fn (string $name): bool => in_array($name, $wire->children(), true);
/** A lock whose release has lost the connection, its name and its key. */
$fails = function (array $before, array $after = []) use ($client, $store): array {
    $lock = new Lock($key = new Key($name = unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());
    [$client->before, $client->after] = [$before, $after];
    raises('release', LockReleasingException::class, null, fn () => $lock->release());

    return [$lock, $name, $key];
};

foreach (['get', 'delete'] as $method) {
    group("a release that loses its $method", function () use ($fails, $method, $store, $is_there) {
        [, $name] = $fails([$method]);
        same('the node is there', true, $is_there($name));
        same('the next call', false, $store->exists(new Key(unique())));
        same('it has gone', false, $is_there($name));
    });
}

group('a release that was done', function () use ($fails, $store, $wire) {
    [, $name] = $fails([], ['delete']);
    $wire->create("/$name", 'next');
    $store->exists(new Key(unique()));
    same('the next owner has its node', 'next', $wire->get("/$name")[0]);
    $wire->delete("/$name");
});

group('a release that was done, and the client is with a server that lags behind', function () use (
    $client,
    $store,
    $wire,
) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());
    $past = [$client->get("/$name", null, $stat), $stat];
    $client->after = ['delete'];
    raises('release', LockReleasingException::class, null, fn () => $lock->release());
    $wire->create("/$name", 'next');
    $client->past["/$name"] = $past;
    $store->exists(new Key(unique()));
    same('the next owner has its node', 'next', $wire->get("/$name")[0]);
    $wire->delete("/$name");
});

group('the servers are away for longer', function () use ($fails, $client, $store, $is_there) {
    [, $name] = $fails(['get', 'delete']);
    $client->calls = [];
    raises(
        'the next call',
        LockAcquiringException::class,
        null,
        fn () => (new Lock(new Key(unique()), $store, 30.0, false))->acquire(),
    );
    same('nothing else is asked', [], $client->calls);
    $store->exists(new Key(unique()));
    same('it has gone', false, $is_there($name));
});

group('the same key acquires again', function () use ($fails, $store, $is_there) {
    [$lock, $name] = $fails(['get']);
    same('acquired', true, $lock->acquire());
    $store->exists(new Key(unique()));
    same('held', [true, true], [$is_there($name), $lock->isAcquired()]);
    $lock->release();
});

group('the same key fails to acquire again', function () use ($fails, $client, $store, $is_there) {
    [$lock, $name] = $fails(['get']);
    $client->before = ['create'];
    raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
    $store->exists(new Key(unique()));
    same('it has gone', false, $is_there($name));
});

group('the same key acquires it through another store', function () use (
    $fails,
    $client,
    $store,
    $is_there,
) {
    $other = new ZookeeperStore($client);
    foreach ([['get'], ['delete']] as $before) {
        [, $name, $key] = $fails($before);
        $lock = new Lock($key, $other, 30.0, false);
        same('acquired', true, $lock->acquire());
        $store->exists(new Key(unique()));
        same('it has it yet', [true, false], [$lock->isAcquired(), (new Lock(new Key($name), $store))->acquire()]);
        $lock->release();
    }
    [, $name] = $fails(['get']);
    $other->exists(new Key(unique()));
    same('what one store owes another one pays', false, $is_there($name));
});

group('another key of the process acquires it', function () use ($fails, $store) {
    [, $name] = $fails(['get']);
    $next = new Lock(new Key($name), $store);
    same('acquired', [true, true], [$next->acquire(), $next->isAcquired()]);
});

group('an acquire whose answer is lost', function () use ($client, $store, $is_there) {
    $client->after = ['create'];
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
    same('the node is there', true, $is_there($name));
    $store->exists(new Key(unique()));
    same('it has gone', false, $is_there($name));
});

group('of a key that holds the lock', function () use ($client, $store) {
    $lock = new Lock(new Key(unique()), $store);
    $lock->acquire();
    $client->before = ['create'];
    raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
    $store->exists(new Key(unique()));
    same('it is still held', true, $lock->isAcquired());
});
?>
--EXPECT--
ok: a release that loses its get
ok: a release that loses its delete
ok: a release that was done
ok: a release that was done, and the client is with a server that lags behind
ok: the servers are away for longer
ok: the same key acquires again
ok: the same key fails to acquire again
ok: the same key acquires it through another store
ok: another key of the process acquires it
ok: an acquire whose answer is lost
ok: of a key that holds the lock
