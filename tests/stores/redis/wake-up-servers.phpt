--TEST--
RedisStore: a waiter is woken wherever the lock is: TCP, unix socket, TLS, with users and passwords, cluster, sentinels, several hosts
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('redis', 'redis socket', 'three redis', 'redis cluster', 'redis sentinel', 'redis tls'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';
require __DIR__.'/wake-up.inc';
require __DIR__.'/../../inc/certificate.inc';

use Symfony\Component\Lock\Store\RedisStore;

own_servers('REDIS');
$hosts = fn (string $list) => implode(
    '&',
    array_map(fn ($host) => 'host['.(str_contains($host, ':') ? $host : "127.0.0.1:$host").']', explode(',', $list)),
);
$env = getenv(...);
$ways = [
    'TCP' => "redis://{$env('SLOCK_TEST_REDIS_HOST')}:{$env('SLOCK_TEST_REDIS_PORT')}",
    'a name that is looked up, a database' => "redis://localhost:{$env('SLOCK_TEST_REDIS_PORT')}/3",
    'a unix socket' => "redis://{$env('SLOCK_TEST_REDIS_SOCKET')}",
    'a password' => "redis://{$env('SLOCK_TEST_REDIS_AUTH_PASSWORD')}@127.0.0.1:{$env('SLOCK_TEST_REDIS_AUTH_PORT')}",
    'a user' =>
        "redis://{$env('SLOCK_TEST_REDIS_ACL_USER')}:{$env('SLOCK_TEST_REDIS_ACL_PASSWORD')}@127.0.0.1:{$env('SLOCK_TEST_REDIS_ACL_PORT')}",
    'TLS' =>
        "rediss://{$env('SLOCK_TEST_REDIS_TLS_USER')}:{$env('SLOCK_TEST_REDIS_TLS_PASSWORD')}@localhost:{$env('SLOCK_TEST_REDIS_TLS_PORT')}?ssl[cafile]={$env('SLOCK_TEST_REDIS_TLS_CA')}",
    'several hosts' => 'redis:?'.$hosts($env('SLOCK_TEST_REDIS_PORTS')),
    'a cluster' => "redis:?{$hosts($env('SLOCK_TEST_REDIS_CLUSTER'))}&redis_cluster=1",
    'sentinels' =>
        "redis:?{$hosts($env('SLOCK_TEST_REDIS_SENTINEL'))}&redis_sentinel={$env('SLOCK_TEST_REDIS_SENTINEL_MASTER')}",
];
foreach ($ways as $way => $dsn) {
    group($way, function () use ($dsn) {
        foreach (['', '', '{tag}', '{'] as $prefix) {
            $waiter = sleeper($dsn, $name = unique($prefix));
            $lock = lock(new RedisStore($dsn), $name);
            $lock->acquire();
            $waiter->say('wait');
            usleep(200_000);
            hand_over($lock, $waiter);
            $waiter->finish();
        }
    });
}

group('TLS, with a certificate for a name, which the address does not have', function () {
    $dir = temporary_directory();
    same('a certificate', '', self_signed_certificate($dir, 'localhost', 'DNS:localhost', 'rsa:2048'));
    $server = new OwnRedis(
        '--tls-port',
        (string) ($port = low_port()),
        '--tls-cert-file',
        "$dir/crt",
        '--tls-key-file',
        "$dir/key",
        '--tls-ca-cert-file',
        "$dir/crt",
        '--tls-auth-clients',
        'no',
    );
    $waiter = sleeper($dsn = "rediss://localhost:$port?ssl[cafile]=$dir/crt", $name = unique());
    $lock = lock(new RedisStore($dsn), $name);
    $lock->acquire();
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('a name without a channel in its slot', function () use ($ways) {
    $waiter = sleeper($ways['a cluster'], $name = unique().'}', [], ['slock.poll_interval' => 100]);
    $lock = lock(new RedisStore($ways['a cluster']), $name);
    $lock->acquire();
    $waiter->say('wait');
    usleep(200_000);
    hand_over($lock, $waiter);
    $waiter->finish();
});

/** @param string $channels the question who listens */
$changes = function (OwnCluster $cluster, string $channels) {
    $name = $cluster->name(1);
    $listening = fn (int $node) => subscribed($cluster->nodes[$node]->admin, $name, $channels);
    $waiter = sleeper($cluster->dsn(), $name, [], ['slock.poll_interval' => 1000]);
    $lock = lock(new RedisStore($cluster->dsn()), $name);
    $lock->acquire();
    $waiter->say('wait');
    same('it listens to the first', true, eventually(fn () => 1 === $listening(1)));
    // The lock and the queue.
    check('replicated', eventually(fn () => 2 === $cluster->nodes[4]->admin->call('DBSIZE')));
    $cluster->nodes[4]->admin->call('CLUSTER', 'FAILOVER');
    same('it listens to the new one', true, eventually(fn () => 1 === $listening(4)));
    same('and not to the first any more', true, eventually(fn () => 0 === $listening(1)));
    hand_over($lock, $waiter);
    $waiter->finish();
    same('nobody listens', true, eventually(fn () => 0 === $listening(4)));
};

group('the master of a cluster changes during the wait', fn () => $changes(new OwnCluster(3, true), 'SHARDCHANNELS'));

// Such a server does not say that its channels have gone.
group('the same without sharded channels', function () use ($changes) {
    $cluster = new OwnCluster(3, true, '--rename-command', 'SSUBSCRIBE', '', '--rename-command', 'SPUBLISH', '');
    foreach ($cluster->nodes as $node) {
        $node->admin->call('ACL', 'SETUSER', 'default', '-pubsub|shardnumsub');
    }
    $changes($cluster, 'CHANNELS');
});
?>
--EXPECT--
ok: TCP
ok: a name that is looked up, a database
ok: a unix socket
ok: a password
ok: a user
ok: TLS
ok: several hosts
ok: a cluster
ok: sentinels
ok: TLS, with a certificate for a name, which the address does not have
ok: a name without a channel in its slot
ok: the master of a cluster changes during the wait
ok: the same without sharded channels
