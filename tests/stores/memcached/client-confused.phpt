--TEST--
MemcachedStore through \Memcached: an answer that was left unread by its user gives no lock away, and hides none
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

// Nothing here may fork: in a process that has, client objects are asked twice in any case. See client-forked.phpt.

/** The server answers a command without reply if it refuses it, and libmemcached never reads that. */
function quietly(callable $refused): callable
{
    return function (Memcached $client) use ($refused) {
        $client->setOption(Memcached::OPT_NOREPLY, true);
        $refused($client);
        $client->setOption(Memcached::OPT_NOREPLY, false);
    };
}

/** What the operation says; null when it does not know. */
function told(callable $operation): ?bool
{
    try {
        return $operation();
    } catch (ExceptionInterface) {
        return null;
    }
}

function lock(MemcachedStore $store, string $name): Lock
{
    return new Lock(new Key($name), $store, 60, false);
}

foreach (['text' => false, 'binary' => true] as $protocol => $binary) {
    foreach ([
        'delete without reply' => quietly(fn ($client) => $client->delete(unique())),
        'increment without reply' => quietly(fn ($client) => $client->increment(unique())),
        'delete between two fetches' => function (Memcached $client) {
            $client->setMulti([$one = unique() => 1, $two = unique() => 2], 60);
            $client->getDelayed([$one, $two]);
            $client->fetch();
            $client->delete($two);
            $client->fetch();
        },
    ] as $what => $leaves_an_answer) {
        group("$protocol protocol, $what", function () use ($binary, $leaves_an_answer) {
            $holder = new MemcachedStore(memcached_client('', $binary));
            // Each of these moves the answers in another way.
            foreach (['', 'free', 'held', 'free held', 'held held held held', 'own'] as $before) {
                $client = memcached_client('', $binary);
                $store = new MemcachedStore($client);
                $own = lock($store, unique());
                $own->acquire();
                $leaves_an_answer($client);
                foreach ($before ? explode(' ', $before) : [] as $which) {
                    if ('own' === $which) {
                        check("after $before: own", false !== told(fn () => $own->isAcquired()));
                    } elseif ('free' === $which) {
                        told(fn () => lock($store, unique())->acquire());
                    } else {
                        ($held = lock($holder, $name = unique()))->acquire();
                        check("after $before: not given", true !== told(fn () => lock($store, $name)->acquire()));
                    }
                }
                ($held = lock($holder, $name = unique()))->acquire();
                check("after $before: not given away", true !== told(fn () => lock($store, $name)->acquire()));
                check("after $before: still held", $held->isAcquired());
                check("after $before: ours still", false !== told(fn () => $own->isAcquired()));
            }
        });
    }
}

/** Its next write is not told apart from that of another fiber, and the read after it has the answer to another one. */
final class Confused extends Memcached
{
    public int $wrong = 0;

    public function cas($cas_token, $key, $value, $expiration = 0): bool
    {
        return 2 === $this->wrong-- ? false : parent::cas($cas_token, $key, $value, $expiration);
    }

    public function get($key, $cache_cb = null, $get_flags = 0): mixed
    {
        return parent::get(1 === $this->wrong && $this->wrong-- ? unique() : $key, $cache_cb, $get_flags);
    }
}

group('a miss after a write of which nothing is known', function () {
    $client = new Confused();
    $client->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
    $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    $lock = lock(new MemcachedStore($client), unique());
    same('acquired', true, $lock->acquire());
    $client->wrong = 2;
    same('refreshed', 'NULL', outcome(fn () => $lock->refresh()));
    check('it was asked for', $client->wrong <= 0);
    same('held', true, $lock->isAcquired());
});

// Two answers that were left can make two looks at a lock wrong, and leave two that are right and look like a lock that
// was granted later. What libmemcached takes for the answer to what depends on when they arrive.
group('binary protocol, two answers', function () {
    $other = new MemcachedStore(memcached_client('', true));
    for ($i = 0; $i < 100; $i++) {
        $client = memcached_client('', true);
        $store = new MemcachedStore($client);
        $own = lock($store, $name = unique());
        same('acquired', true, $own->acquire());
        quietly(fn ($client) => [$client->increment(unique()), $client->increment(unique())])($client);
        $i % 2 && usleep(50);
        check('no loss is made up', false !== told(fn () => $own->isAcquired()));
        memcached_client('', true)->delete($name);
        $next = lock($other, $name);
        same('the next owner', true, $next->acquire());
        check('one owner', true !== told(fn () => $own->acquire()));
        same('the next owner has it', true, $next->isAcquired());
    }
});

// Who is refused while it is its own leaves such answers, too.
group('binary protocol, two answers before a refusal', function () {
    $other = new MemcachedStore(memcached_client('', true));
    for ($i = 0; $i < 100; $i++) {
        $client = memcached_client('', true);
        $store = new MemcachedStore($client);
        $own = lock($store, $name = unique());
        quietly(fn ($client) => [$client->increment(unique()), $client->increment(unique())])($client);
        $i % 2 && usleep(50);
        told(fn () => $own->acquire());
        told(fn () => $own->acquire());
        memcached_client('', true)->delete($name);
        $next = lock($other, $name);
        same('the next owner', true, $next->acquire());
        check('one owner', true !== told(fn () => $own->acquire()));
        same('the next owner has it', true, $next->isAcquired());
    }
});
?>
--EXPECT--
ok: text protocol, delete without reply
ok: text protocol, increment without reply
ok: text protocol, delete between two fetches
ok: binary protocol, delete without reply
ok: binary protocol, increment without reply
ok: binary protocol, delete between two fetches
ok: a miss after a write of which nothing is known
ok: binary protocol, two answers
ok: binary protocol, two answers before a refusal
