--TEST--
RedisStore through a lazy proxy of Symfony's that has no methods of the client, and through Relay: an error is doubted as through \Redis
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php

namespace Symfony\Component\Cache\Traits {
    /** As up to 6.1. */
    class RedisProxy
    {
        private bool $ready = false;

        public function __construct(private \Redis $redis, private \Closure $initializer)
        {
        }

        public function __call(string $method, array $arguments)
        {
            $this->ready = $this->ready ?: ($this->initializer)($this->redis);

            return $this->redis->{$method}(...$arguments);
        }
    }
}

namespace {
    require __DIR__.'/late-answers.inc';
    require __DIR__.'/../../inc/relay_class.inc';

    use Symfony\Component\Cache\Traits\RedisProxy;
    use Symfony\Component\Lock\Exception\LockAcquiringException;
    use Symfony\Component\Lock\Store\RedisStore;

    $connected = function (int $port) {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $port, 5);

        return $redis;
    };
    $clients = [
        'a proxy' => fn ($port) => new RedisProxy(new Redis(), fn ($redis) => $redis->connect('127.0.0.1', $port, 5)),
        'Relay' => fn ($port) => new Relay\Relay($connected($port)),
    ];
    foreach ($clients as $name => $make) {
        group($name, function () use ($make) {
            $server = new FakeRedis("-ERR that stays\r\n");
            $lock = lock(new RedisStore($make($server->port)), null, 30, false);
            raises('an error that stays', LockAcquiringException::class, null, fn () => $lock->acquire());
            same('the commands', 'connection evalsha evalsha echo', $server->stop());
        });
    }
}
?>
--EXPECT--
ok: a proxy
ok: Relay
