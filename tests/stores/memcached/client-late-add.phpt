--TEST--
MemcachedStore through \Memcached with the binary protocol: a lock that is granted at the very end of a bounded wait is given back
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';
require_once __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

/** Its next write of one kind takes its time, or its next read throws. */
final class Slow extends Memcached
{
    public string $slow = '';
    public float $takes = 0.0;
    public ?Throwable $throws = null;

    public function add($key, $value, $expiration = 0): bool
    {
        return $this->late('add', parent::add($key, $value, $expiration));
    }

    public function cas($cas_token, $key, $value, $expiration = 0): bool
    {
        return $this->late('cas', parent::cas($cas_token, $key, $value, $expiration));
    }

    public function get($key, $cache_cb = null, $get_flags = 0): mixed
    {
        if ($throws = $this->throws) {
            $this->throws = null;
            throw $throws;
        }

        return parent::get($key, $cache_cb, $get_flags);
    }

    private function late(string $method, bool $done): bool
    {
        if ($method === $this->slow) {
            $this->slow = '';
            usleep((int) (1e6 * $this->takes));
        }

        return $done;
    }
}

$client = new Slow();
$client->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
$client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
$store = new MemcachedStore($client);
$others = new MemcachedStore(memcached_client('', true));
/** A bounded wait that is over when the write is answered. */
$late = function (Lock $lock, string $method = 'add') use ($client, $store) {
    // The store gives a release as long as two answers have taken, and a busy machine may need that.
    for ($i = 0; $i < 2; ++$i) {
        [$client->slow, $client->takes] = ['add', 0.25];
        $store->save(new Key(unique()));
    }
    [$client->slow, $client->takes] = [$method, 1.2];
    raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire(true, 0.3));
    same('it was slow', '', $client->slow);
};
$is_free = fn (string $name) => same('it is free', true, (new Lock(new Key($name), $others, 60))->acquire());

group('a new lock', function () use ($store, $late, $is_free) {
    $late(new Lock(new Key($name = unique()), $store, 60, false));
    $is_free($name);
});
group('one that was released before', function () use ($store, $late, $is_free) {
    $lock = new Lock(new Key($name = unique()), $store, 60, false);
    $lock->acquire();
    $lock->release();
    $late($lock);
    $is_free($name);
});
group('one that is held stays', function () use ($store, $late) {
    $lock = new Lock(new Key(unique()), $store, 60, false);
    $lock->acquire();
    $late($lock, 'cas');
    same('held', true, $lock->isAcquired());
    $lock->release();
});
group('another reason why it cannot be seen', function () use ($store, $client, $is_free) {
    $reasons = [
        'no answer' => fn ($reason) => new RuntimeException($reason),
        'no Exception' => fn ($reason) => new Error($reason),
    ];
    foreach ($reasons as $reason => $make) {
        $client->throws = $make($reason);
        $key = new Key($name = unique());
        $said = outcome(fn () => $store->save($key));
        check("$reason: save", str_ends_with($said, ": $reason"), $said);
        same("$reason: it was asked for", null, $client->throws);
        $is_free($name);
        $client->throws = $make($reason);
        $lock = new Lock(new Key($name = unique()), $store, 60);
        check("$reason: acquire", str_ends_with(outcome(fn () => $lock->acquire()), ": $reason"));
        $is_free($name);
        same("$reason: later", true, $lock->acquire());
        $lock->release();
    }
});
group('after exit() nothing more of the client is called', function () {
    $child = Child::start(<<<'CODE'
        final class Leaving extends Memcached
        {
            public function get($key, $cache_cb = null, $get_flags = 0): mixed
            {
                exit("get\n");
            }

            public function delete($key, $time = 0): bool
            {
                exit("delete\n");
            }
        }
        $client = new Leaving();
        $client->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
        $client->addServer($argv[1], (int) $argv[2]);
        (new Symfony\Component\Lock\Store\MemcachedStore($client))->save(new Symfony\Component\Lock\Key(unique()));
        echo "not reached\n";
        CODE, 'here', ['igbinary', 'msgpack', 'memcached'], [], [
        getenv('SLOCK_TEST_MEMCACHED_HOST'),
        getenv('SLOCK_TEST_MEMCACHED_PORT'),
    ]);
    same('output', 'get', trim($child->finish()));
});
?>
--EXPECT--
ok: a new lock
ok: one that was released before
ok: one that is held stays
ok: another reason why it cannot be seen
ok: after exit() nothing more of the client is called
