--TEST--
StoreFactory: the proxies that symfony/cache 5.4 has for lazy connections lead to a RedisStore, as with the package 5.4
--SKIPIF--
<?php PHP_DEBUG && die('skip a debug PHP ends where an internal method takes more than it declares'); ?>
--FILE--
<?php
namespace Symfony\Component\Cache\Traits {
    class RedisProxy
    {
        public function __call(string $method, array $arguments): mixed
        {
            return null;
        }
    }
    class RedisClusterProxy extends RedisProxy {}
}

namespace {
    require __DIR__.'/../inc/slock.inc';

    use Symfony\Component\Cache\Traits;
    use Symfony\Component\Lock\Exception\InvalidArgumentException;
    use Symfony\Component\Lock\Store\RedisStore;
    use Symfony\Component\Lock\Store\StoreFactory;

    foreach ([new Traits\RedisProxy(), new Traits\RedisClusterProxy()] as $proxy) {
        same('store', RedisStore::class, StoreFactory::createStore($proxy)::class);
        raises(
            'advisory',
            InvalidArgumentException::class,
            'Advisory locks need a connection to PostgreSQL or MySQL',
            fn () => StoreFactory::createStore($proxy, true),
        );
    }
}
?>
--EXPECT--
ok: store
ok: advisory
ok: store
ok: advisory
