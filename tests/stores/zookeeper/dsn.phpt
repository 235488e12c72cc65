--TEST--
ZookeeperStore: what DSNs reach, what is refused, and what createConnection() makes of them
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\StoreFactory;
use Symfony\Component\Lock\Store\ZookeeperStore;

$host = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
[$name, $port] = explode(':', $host);

group('reached', function () use ($host, $name, $port) {
    foreach ([
        "zookeeper://$host",
        "zookeeper://$host/",
        "zookeeper://$host/ignored/as/in/the/package",
        "zookeeper://user:pass@$host",
        "zookeeper://user@$host",
        "zookeeper://us%40er:p%3Fss@$host?timeout=2",
        "zookeeper://127.0.0.2,$name:$port?timeout=3",
        "zookeeper://$host?persistent=1&session_timeout=3.5",
        "zookeeper://$host,$host?chroot=",
        "zookeeper://localhost:$port",
    ] as $dsn) {
        $lock = new Lock(new Key($resource = unique()), new ZookeeperStore($dsn));
        same("$dsn: acquired", true, $lock->acquire());
        same(
            "$dsn: the same place",
            false,
            (new Lock(new Key($resource), (new StoreFactory())->createStore("zookeeper://$host")))->acquire(),
        );
    }
});

group('hosts', function () {
    foreach ([
        'zookeeper://a.invalid' => 'a.invalid:2181',
        'zookeeper://a.invalid,b.invalid' => 'a.invalid:2181,b.invalid:2181',
        'zookeeper://a.invalid,b.invalid:77' => 'a.invalid:77,b.invalid:77',
        'zookeeper://a.invalid:76,b.invalid:77' => 'a.invalid:76,b.invalid:77',
        'zookeeper://a.invalid:76,b.invalid' => 'a.invalid:76,b.invalid:2181',
    ] as $dsn => $hosts) {
        raises(
            $dsn,
            LockStorageException::class,
            "ZooKeeper at $hosts: ",
            fn () => (new ZookeeperStore($dsn))->exists(new Key('x')),
        );
    }
});

group('refused', function () {
    raises(
        'another scheme',
        InvalidArgumentException::class,
        'Unsupported DSN for Zookeeper.',
        fn () => new ZookeeperStore('redis://localhost'),
    );
    foreach ([
        'zookeeper:',
        'zookeeper:/',
        'zookeeper://',
        'zookeeper:localhost',
        'zookeeper:///path',
        'zookeeper://,',
        'zookeeper://a,',
        'zookeeper://,a',
        'zookeeper://a,,b',
        'zookeeper://a:',
        'zookeeper://a:0',
        'zookeeper://a:65536',
        'zookeeper://a:b',
        'zookeeper://a:1:2',
        'zookeeper://a:-1',
        'zookeeper://[]',
        'zookeeper://[::1',
        'zookeeper://a b',
        "zookeeper://a\0b",
        'zookeeper://a;b',
        'zookeeper://@a',
        'zookeeper://:secret@a',
        'zookeeper://u%3A:secret@a',
        'zookeeper://secret@',
        'zookeeper://a?timeout=x',
        'zookeeper://a?timeout=0',
        'zookeeper://a?timeout=-1',
        'zookeeper://a?read_timeout=',
        'zookeeper://a?session_timeout=1e9',
        'zookeeper://a?session_timeout[]=1',
        'zookeeper://a?persistent=perhaps',
        'zookeeper://a?chroot=x',
        'zookeeper://a?chroot=/',
        'zookeeper://a?chroot=/a//b',
        'zookeeper://a?chroot=/a/',
        'zookeeper://a?chroot=/../a',
        'zookeeper://a?chroot=/a%00b', 'zookeeper://a?chroot[]=/a', 'zookeeper://u:secret@a?x=secret@b',
    ] as $dsn) {
        $e = raises(
            show($dsn),
            InvalidArgumentException::class,
            'Invalid Zookeeper DSN',
            fn () => new ZookeeperStore($dsn),
        );
        check(show($dsn).' tells no secret', !str_contains((string) $e, 'secret'));
    }
    raises(
        'an object',
        TypeError::class,
        'must be of type Zookeeper|string, stdClass given',
        fn () => new ZookeeperStore(new stdClass()),
    );
    raises(
        'twice',
        Error::class,
        'twice',
        fn () => (new ZookeeperStore('zookeeper://a'))->__construct('zookeeper://b'),
    );
});

group('createConnection() without the class Zookeeper', function () use ($host) {
    $store = new ZookeeperStore(ZookeeperStore::createConnection("zookeeper://$host"));
    same('can be used', false, $store->exists(new Key('x')));
    raises(
        'another scheme',
        InvalidArgumentException::class,
        'Unsupported DSN for Zookeeper.',
        fn () => ZookeeperStore::createConnection('redis://localhost'),
    );
});

declare_zookeeper();
group('createConnection() with it', function () use ($host) {
    foreach ([
        'zookeeper://a' => 'a',
        'zookeeper://a:1' => 'a:1',
        'zookeeper://a,b:1' => 'a:1,b:1',
        'zookeeper:a' => '',
        'zookeeper://a,b/c?d' => 'a,b',
    ] as $dsn => $hosts) {
        $client = ZookeeperStore::createConnection($dsn);
        same($dsn, [Zookeeper::class, $hosts], [$client::class, $client->hosts]);
    }
    raises(
        'not a URL',
        InvalidArgumentException::class,
        'Invalid Zookeeper DSN.',
        fn () => ZookeeperStore::createConnection('zookeeper://a:b'),
    );
    raises(
        'another scheme',
        InvalidArgumentException::class,
        'Unsupported DSN for Zookeeper.',
        fn () => ZookeeperStore::createConnection('redis://localhost'),
    );
    $lock = new Lock(new Key(unique()), (new StoreFactory())->createStore(new Zookeeper($host)));
    same('a store for an object', [true, true], [$lock->acquire(), $lock->isAcquired()]);
});
?>
--EXPECT--
ok: reached
ok: hosts
ok: refused
ok: createConnection() without the class Zookeeper
ok: createConnection() with it
