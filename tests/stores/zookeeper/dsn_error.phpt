--TEST--
ZookeeperStore: DSNs that are refused, and what else the constructor does not take
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\ZookeeperStore;

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
        'zookeeper://a:002181',
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
?>
--EXPECT--
ok: refused
