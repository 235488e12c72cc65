--TEST--
RedisStore by DSN: acquire(true, 0.5) ends in time whatever stalls: a server, a handshake, a node, a sentinel, or all of them in a circle
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server', 'redis cluster', 'redis sentinel'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

const TIMEOUT = 0.5;
// A machine that does other things.
const SLACK = 0.35;

// The kernel accepts connections, and nobody ever reads from them.
$stalled = stream_socket_server(
    'tcp://127.0.0.1:0',
    $code,
    $message,
    STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
    stream_context_create(['socket' => ['backlog' => 500]]),
);
$port = (int) substr(strrchr(stream_socket_get_name($stalled, false), ':'), 1);

function map(int $port): string
{
    return "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:$port\r\n";
}

function master(int $port): string
{
    return "*2\r\n$9\r\n127.0.0.1\r\n$".strlen((string) $port)."\r\n$port\r\n";
}

function ends(string $what, object $store): void
{
    $lock = lock($store, null, 30, false);
    $caught = null;
    $took = seconds(function () use ($lock, &$caught, &$outcome) {
        try {
            $outcome = show($lock->acquire(true, TIMEOUT));
        } catch (Throwable $e) {
            $outcome = chain($caught = $e);
        }
    });
    check("$what: an error", $caught instanceof LockAcquiringException, $outcome);
    between("$what: seconds", 0, TIMEOUT + SLACK, $took);
    if (getenv('SLOCK_TEST_SHOW')) {
        fprintf(STDERR, "%-50s %.3f s  %s\n", $what, $took, $outcome);
    }
}

$dsns = [
    'a server' => fn () => "redis://127.0.0.1:$port",
    'TLS' => fn () => "rediss://127.0.0.1:$port",
    'AUTH' => fn () => "redis://:x@127.0.0.1:$port/3",
    'after AUTH' => fn () => str_replace(
        'redis://',
        'redis://:x@',
        ($GLOBALS['fakes'][] = new FakeRedis(auth: ["+OK\r\n"], evalsha: [null]))->dsn(),
    ),
    'several hosts' => fn () => "redis:?host[127.0.0.1:$port]&host[localhost:$port]",
    'all nodes of a cluster' => fn () => "redis:?host[127.0.0.1:$port]&host[localhost:$port]&redis_cluster=1",
    'the node with the slot' => fn () => str_replace(
        'redis://',
        'redis:?host[',
        ($GLOBALS['fakes'][] = new FakeRedis(cluster: [map($port)]))->dsn(),
    )
        .']&redis_cluster=1',
    'all sentinels' => fn () => "redis:?host[127.0.0.1:$port]&host[localhost:$port]&redis_sentinel=m",
    'the master' => fn () => str_replace(
        'redis://',
        'redis:?host[',
        ($GLOBALS['fakes'][] = new FakeRedis(sentinel: [master($port)]))->dsn(),
    ).']&redis_sentinel=m',
];
foreach ($dsns as $what => $dsn) {
    group($what, function () use ($what, $dsn) {
        ends($what, $store = new RedisStore($dsn()));
        ends("$what, again", $store);
        ends("$what, in a quorum", new CombinedStore([new RedisStore($dsn())], new UnanimousStrategy()));
    });
}

group('one that stalls leaves time for the others', function () use ($port) {
    $cluster = 'redis:?host[127.0.0.1:'.$port.']&host['.str_replace(',', ']&host[', getenv('SLOCK_TEST_REDIS_CLUSTER'))
        .']&redis_cluster=1';
    $sentinels = 'redis:?host[127.0.0.1:'.$port.']&host['.getenv('SLOCK_TEST_REDIS_SENTINEL').']&redis_sentinel='
        .getenv('SLOCK_TEST_REDIS_SENTINEL_MASTER');
    foreach ([$cluster, $sentinels] as $dsn) {
        $took = seconds(fn () => same($dsn, true, lock(new RedisStore($dsn))->acquire(true, 1.5)));
        between('seconds', 0, 1.5, $took);
    }
});

group('a circle', function () {
    foreach (['MOVED', 'ASK'] as $word) {
        // The server names itself.
        $server = new FakeRedis(asking: ["+OK\r\n"], evalsha: ["-$word 1 :{port}\r\n"]);
        $map = new FakeRedis(cluster: [map($server->port)]);
        ends($word, new RedisStore(str_replace('redis://', 'redis:?host[', $map->dsn()).']&redis_cluster=1'));
        between("$word: attempts", 2, 20, substr_count($server->stop(), 'evalsha'));
    }
    $looping = new FakeRedis(evalsha: ["-TRYAGAIN Multiple keys request during rehashing of slot\r\n"]);
    $map = new FakeRedis(cluster: [map($looping->port)]);
    ends('TRYAGAIN', new RedisStore(str_replace('redis://', 'redis:?host[', $map->dsn()).']&redis_cluster=1'));
    between('attempts', 2, 15, substr_count($looping->stop(), 'evalsha'));

    // Closes instead of answering.
    $closing = new FakeRedis(evalsha: [false]);
    $map = new FakeRedis(cluster: [map($closing->port)]);
    ends('closed', new RedisStore(str_replace('redis://', 'redis:?host[', $map->dsn()).']&redis_cluster=1'));
    between('connections', 2, 15, substr_count($closing->stop(), 'connection'));
});
?>
--EXPECT--
ok: a server
ok: TLS
ok: AUTH
ok: after AUTH
ok: several hosts
ok: all nodes of a cluster
ok: the node with the slot
ok: all sentinels
ok: the master
ok: one that stalls leaves time for the others
ok: a circle
