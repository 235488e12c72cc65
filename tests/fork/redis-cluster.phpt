--TEST--
RedisStore over Redis Cluster and with TLS: a child opens connections of its own, and the parent finds its untouched
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server', 'redis cluster', 'redis tls'); ?>
--FILE--
<?php
require __DIR__.'/../stores/redis/groups.inc';

use Symfony\Component\Lock\Store\RedisStore;

foreach ([
    'cluster' => 'redis:?host['.implode(']&host[', explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER')))
        .']&redis_cluster=1',
    'TLS' => sprintf(
        'rediss://%s:%s@localhost:%d?ssl[cafile]=%s',
        getenv('SLOCK_TEST_REDIS_TLS_USER'),
        getenv('SLOCK_TEST_REDIS_TLS_PASSWORD'),
        getenv('SLOCK_TEST_REDIS_TLS_PORT'),
        getenv('SLOCK_TEST_REDIS_TLS_CA'),
    ),
] as $what => $dsn) {
    group($what, function () use ($dsn) {
        $store = new RedisStore($dsn);
        $lock = lock($store);
        same('before', true, $lock->acquire());
        $child = pcntl_fork();
        if (!$child) {
            $held = $lock->isAcquired();
            $lock->refresh();
            $lock->release();
            posix_kill(getmypid(), $held ? SIGUSR1 : SIGKILL); // no destructors, no output
        }
        // Both write at the same time; on one connection the answers would be mixed up.
        for ($i = 0; $i < 50; ++$i) {
            $other = lock($store);
            if (!$other->acquire() || !$other->isAcquired()) {
                check("cycle $i", false);
            }
            $other->release();
        }
        pcntl_waitpid($child, $status);
        same('the child had it too', SIGUSR1, pcntl_wifsignaled($status) ? pcntl_wtermsig($status) : $status);
        same('and has released it', false, $lock->isAcquired());
        same('it goes on', true, $lock->acquire());
        $lock->release();
    });
}
?>
--EXPECT--
ok: cluster
ok: TLS
