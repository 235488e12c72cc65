--TEST--
MemcachedStore by DSN picks the server that \Memcached picks
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('two memcached', 'memcached socket'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MemcachedStore;

[$a, $b] = explode(',', getenv('SLOCK_TEST_MEMCACHED_PORTS'));
$socket = getenv('SLOCK_TEST_MEMCACHED_SOCKET');
$tcp = "host[127.0.0.1:$a]&host[127.0.0.1:$b]";
$two = [['127.0.0.1', (int) $a, 0], ['127.0.0.1', (int) $b, 0]];

/* DSN, servers as symfony/cache makes them of it, options beside its own */
$cases = [
    'two servers' => ["memcached:?$tcp", $two, []],
    'weights' => [
        "memcached:?host[127.0.0.1:$a]=1&host[127.0.0.1:$b]=3",
        [['127.0.0.1', (int) $a, 1], ['127.0.0.1', (int) $b, 3]],
        [],
    ],
    'weight in the path' => [
        "memcached://127.0.0.1:$a/5?host[127.0.0.1:$b]=2",
        [['127.0.0.1', (int) $a, 5], ['127.0.0.1', (int) $b, 2]],
        [],
    ],
    'weight in the query is nothing' => [
        "memcached://127.0.0.1:$a?weight=9&host[127.0.0.1:$b]=2",
        [['127.0.0.1', (int) $a, 0], ['127.0.0.1', (int) $b, 2]],
        [],
    ],
    'a socket first' => ["memcached://$socket?host[127.0.0.1:$b]", [[$socket, 0, 0], ['127.0.0.1', (int) $b, 0]], []],
    'a socket with a weight' => [
        "memcached://$socket/4?host[127.0.0.1:$b]",
        [[$socket, 0, 4], ['127.0.0.1', (int) $b, 0]],
        [],
    ],
    'a socket in the list' => [
        "memcached:?host[127.0.0.1:$a]&host[$socket]=2",
        [['127.0.0.1', (int) $a, 0], [$socket, 11211, 2]],
        [],
    ],
    'a socket with a colon' => [
        "memcached:?host[127.0.0.1:$a]&host[$socket:]=2",
        [['127.0.0.1', (int) $a, 0], [$socket, 0, 2]],
        [],
    ],
    'three' => ["memcached:?$tcp&host[$socket]", [...$two, [$socket, 11211, 0]], []],
    'not ketama' => ["memcached:?$tcp&libketama_compatible=0", $two, ['LIBKETAMA_COMPATIBLE' => '0']],
    'modula' => ["memcached:?$tcp&distribution=modula", $two, ['DISTRIBUTION' => Memcached::DISTRIBUTION_MODULA]],
    'consistent' => ["memcached:?$tcp&Distribution=Consistent", $two, [
        'DISTRIBUTION' => Memcached::DISTRIBUTION_CONSISTENT,
    ]],
    'sorted' => [
        "memcached:?host[127.0.0.1:$b]&host[127.0.0.1:$a]&distribution=modula&sort_hosts=1",
        array_reverse($two),
        ['DISTRIBUTION' => Memcached::DISTRIBUTION_MODULA, 'SORT_HOSTS' => '1'],
    ],
    'prefix' => ["memcached:?$tcp&prefix_key=pre.", $two, ['PREFIX_KEY' => 'pre.']],
    'prefix that counts' => [
        "memcached:?$tcp&prefix_key=pre.&hash_with_prefix_key=1",
        $two,
        ['PREFIX_KEY' => 'pre.', 'HASH_WITH_PREFIX_KEY' => '1'],
    ],
];
foreach (['md5', 'crc', 'fnv1_64', 'fnv1a_64', 'fnv1_32', 'fnv1a_32', 'hsieh', 'murmur', 'default'] as $hash) {
    $cases["hash $hash"] = ["memcached:?$tcp&hash=$hash", $two, [
        'HASH' => constant('Memcached::HASH_'.strtoupper($hash)),
    ]];
    $cases["modula, hash $hash"] = [
        "memcached:?$tcp&libketama_compatible=0&hash=$hash",
        $two,
        ['LIBKETAMA_COMPATIBLE' => '0', 'HASH' => constant('Memcached::HASH_'.strtoupper($hash))],
    ];
}
foreach ($cases as $what => [$dsn, $servers, $options]) {
    // The order in which symfony/cache calls.
    $client = new Memcached();
    $client->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
    if (!array_key_exists('LIBKETAMA_COMPATIBLE', $options)) {
        $client->setOption(Memcached::OPT_LIBKETAMA_COMPATIBLE, true);
    }
    $known = true;
    foreach ($options as $name => $value) {
        $known = @$client->setOption(constant("Memcached::OPT_$name"), $value) && $known;
    }
    if (!$known) {
        // This libmemcached has no such hash; neither has slock's then.
        raises(
            "$what: not in this libmemcached",
            Symfony\Component\Lock\Exception\LockStorageException::class,
            'the list of servers is refused',
            fn () => (new MemcachedStore($dsn))->save(new Key('x')),
        );
        continue;
    }
    $client->addServers($servers);
    group($what, function () use ($what, $dsn, $client, $servers) {
        $store = new MemcachedStore($dsn);
        $used = [];
        for ($i = 0; $i < 100; ++$i) {
            $store->save($key = new Key(unique()));
            $used[$client->getServerByKey((string) $key)['port']] = true;
            if (
                !same(
                    "key $i is found by the client",
                    $key->getState(MemcachedStore::class),
                    $client->get((string) $key),
                )
            ) {
                break;
            }
            $store->delete($key);
        }
        // A crc has 15 bits, which all fall on the same part of the ring.
        same('all servers are used', 'hash crc' === $what ? 1 : count($servers), count($used));
    });
}
?>
--EXPECT--
ok: two servers
ok: weights
ok: weight in the path
ok: weight in the query is nothing
ok: a socket first
ok: a socket with a weight
ok: a socket in the list
ok: a socket with a colon
ok: three
ok: not ketama
ok: modula
ok: consistent
ok: sorted
ok: prefix
ok: prefix that counts
ok: hash md5
ok: modula, hash md5
ok: hash crc
ok: modula, hash crc
ok: hash fnv1_64
ok: modula, hash fnv1_64
ok: hash fnv1a_64
ok: modula, hash fnv1a_64
ok: hash fnv1_32
ok: modula, hash fnv1_32
ok: hash fnv1a_32
ok: modula, hash fnv1a_32
ok: hash hsieh: not in this libmemcached
ok: modula, hash hsieh: not in this libmemcached
ok: hash murmur
ok: modula, hash murmur
ok: hash default
ok: modula, hash default
