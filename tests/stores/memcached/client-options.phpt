--TEST--
MemcachedStore through \Memcached: prefix, serializer, compression, subclasses, servers, and what goes wrong there
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\StoreFactory;

function life(MemcachedStore $store): void
{
    $key = new Key($name = unique());
    $store->save($key);
    same('there', true, $store->exists($key));
    raises('exclusive', LockConflictedException::class, null, fn () => $store->save(new Key($name)));
    $store->save($key);
    $store->putOffExpiration($key, 50);
    between('the lifetime, put off', 49, 50, $key->getRemainingLifetime());
    $store->delete($key);
    same('gone', false, $store->exists($key));
}

$options = [
    'prefix' => [Memcached::OPT_PREFIX_KEY => 'pre.'],
    'serializer igbinary' => [Memcached::OPT_SERIALIZER => Memcached::SERIALIZER_IGBINARY],
    'serializer php' => [Memcached::OPT_SERIALIZER => Memcached::SERIALIZER_PHP],
    'serializer json' => [Memcached::OPT_SERIALIZER => Memcached::SERIALIZER_JSON],
    'compression' => [Memcached::OPT_COMPRESSION => true],
    'buffered writes' => [Memcached::OPT_BUFFER_WRITES => true],
    'no block' => [Memcached::OPT_NO_BLOCK => true],
];
foreach ([false, true] as $binary) {
    foreach ($options as $what => $values) {
        if ($binary && isset($values[Memcached::OPT_BUFFER_WRITES])) {
            continue;
        }
        group($what.($binary ? ', binary protocol' : ''), function () use ($binary, $values) {
            $client = memcached_client('', $binary);
            $client->setOptions($values);
            life(new MemcachedStore($client));
        });
    }
}
group('the prefix is on the server', function () {
    $store = new MemcachedStore(memcached_client($prefix = unique().'.'));
    $store->save($key = new Key('x'));
    same('value', $key->getState(MemcachedStore::class).' flags 0', MemcachedText::shared()->get($prefix.'x'));
    check('the same for a DSN', (new MemcachedStore(memcached_dsn($prefix)))->exists($key));
});
group('a subclass that replaces methods', function () {
    $client = new class() extends Memcached {
        public array $calls = [];

        public function add($key, $value, $expiration = 0): bool
        {
            $this->calls[] = "add $expiration";

            return parent::add($key, $value, $expiration);
        }

        public function cas($cas_token, $key, $value, $expiration = 0): bool
        {
            $this->calls[] = 'cas';

            return parent::cas($cas_token, $key, $value, $expiration);
        }
    };
    $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    $lock = (new LockFactory(StoreFactory::createStore($client)))->createLock(unique(), 11.5);
    same('acquired', true, $lock->acquire());
    $lock->release();
    same('its methods are called', ['add 14', 'cas'], $client->calls);
});
group('a subclass that throws', function () {
    $client = new class() extends Memcached {
        public function get($key, $cache_cb = null, $get_flags = 0): mixed
        {
            throw new DomainException('no get today');
        }
    };
    $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    raises(
        'exists',
        LockStorageException::class,
        'no get today',
        fn () => (new MemcachedStore($client))->exists(new Key(unique())),
    );
});
group('a client without servers', function () {
    raises(
        'save',
        LockStorageException::class,
        'Memcached: NO SERVERS DEFINED',
        fn () => (new MemcachedStore(new Memcached()))->save(new Key(unique())),
    );
});
group('a client that never reads answers', function () {
    $client = memcached_client();
    $client->setOption(Memcached::OPT_NOREPLY, true);
    raises(
        'save',
        LockStorageException::class,
        'has the option OPT_NOREPLY and never learns who holds a lock',
        fn () => (new MemcachedStore($client))->save(new Key(unique())),
    );
});
group('a client that does not await the answers to its writes', function () {
    $client = memcached_client('', true);
    $client->setOption(Memcached::OPT_BUFFER_WRITES, true);
    raises(
        'save',
        LockStorageException::class,
        'has the option OPT_BUFFER_WRITES with the binary protocol and never learns who holds a lock',
        fn () => (new MemcachedStore($client))->save(new Key(unique())),
    );
});
group('something else under the key', function () {
    $client = memcached_client();
    $client->set($name = unique(), ['an', 'array'], 10);
    foreach ([
        new MemcachedStore($client),
        new MemcachedStore(memcached_dsn()),
        new MemcachedStore(memcached_dsn('', '&binary_protocol=0')),
    ] as $store) {
        $key = new Key($name);
        raises('save', LockConflictedException::class, null, fn () => $store->save($key));
        same('exists', false, $store->exists($key));
        $store->delete($key);
        raises('save again', LockConflictedException::class, null, fn () => $store->save($key));
    }
    $client->setOption(Memcached::OPT_COMPRESSION, false);
    $client->set($name, str_repeat('long', 200000), 10);
    foreach ([
        new MemcachedStore(memcached_dsn()),
        new MemcachedStore(memcached_dsn('', '&binary_protocol=0')),
    ] as $store) {
        $key = new Key($name);
        same('a large value', false, $store->exists($key));
        same('and the next answer is understood', false, $store->exists($key));
    }
    foreach (['', 'x', "END\r\n", "END\r\nVALUE a 0 1 1\r\n"] as $value) {
        $client->set($name, $value, 10);
        foreach ([
            new MemcachedStore(memcached_dsn()),
            new MemcachedStore(memcached_dsn('', '&binary_protocol=0')),
        ] as $store) {
            same('a value that looks like an answer', false, $store->exists(new Key($name)));
            life($store);
        }
    }
});
group('several servers', function () {
    $client = memcached_client();
    $client->addServer('127.0.0.1', (int) explode(',', getenv('SLOCK_TEST_MEMCACHED_PORTS'))[1]);
    $store = new MemcachedStore($client);
    for ($i = 0; $i < 10; ++$i) {
        life($store);
    }
});
?>
--EXPECT--
ok: prefix
ok: serializer igbinary
ok: serializer php
ok: serializer json
ok: compression
ok: buffered writes
ok: no block
ok: prefix, binary protocol
ok: serializer igbinary, binary protocol
ok: serializer php, binary protocol
ok: serializer json, binary protocol
ok: compression, binary protocol
ok: no block, binary protocol
ok: the prefix is on the server
ok: a subclass that replaces methods
ok: a subclass that throws
ok: a client without servers
ok: a client that never reads answers
ok: a client that does not await the answers to its writes
ok: something else under the key
ok: several servers
