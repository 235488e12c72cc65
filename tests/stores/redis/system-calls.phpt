--TEST--
RedisStore: no more system calls than a request and its answer need, once a connection is in use
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/strace.inc';

$server = new OwnRedis();
print_calls(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\RedisStore;

    $store = new RedisStore($argv[1]);
    $lock = new Lock(new Key($argv[2]), $store, 300);
    $other = new Lock(new Key($argv[2]), $store, 300);
    // The connection, the scripts, and the first few answers, which are waited for with poll(): a script with one lock
    // is over by then.
    for ($i = 0; $i < 4; ++$i) {
        $lock->acquire();
        $lock->refresh();
        $lock->isAcquired();
        $lock->release();
    }
    step('acquire', fn () => $lock->acquire());
    step('isAcquired', fn () => $lock->isAcquired());
    step('refresh', fn () => $lock->refresh());
    step('conflict', fn () => $other->acquire());
    step('release', fn () => $lock->release());
    CODE, [$server->dsn(), unique()]);
?>
--EXPECT--
acquire: recvfrom sendto recvfrom
isAcquired: recvfrom sendto recvfrom
refresh: recvfrom sendto recvfrom
conflict: getrandom recvfrom sendto recvfrom
release: recvfrom sendto recvfrom
