--TEST--
RedisStore, release=send: request after request in one process
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Store\RedisStore;

own_servers('REDIS');

$port = free_port();
$script = temporary_directory().'/request.php';
file_put_contents($script, <<<'CODE'
    <?php
    $store = new Symfony\Component\Lock\Store\RedisStore($_GET['dsn']);
    $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('of all requests'), $store, 30);
    echo json_encode([getmypid(), $lock->acquire()]); // its destructor releases
    if ($ping = $_GET['ping'] ?? null) {
        // The store is freed after the phase of destructors, in which the answer has come.
        final class Ending
        {
            public static array $all;

            public function __construct(private object $store, private ?object $lock, private string $server)
            {
                self::$all[] = $this;
            }

            public function __destruct()
            {
                $this->lock = null;
                $server = stream_socket_client($this->server);
                fwrite($server, "*1\r\n\$4\r\nPING\r\n");
                fgets($server);
            }
        }
        new Ending($store, $lock, $ping);
        unset($lock);
    }
    CODE);
$web = Child::run(
    ['-S', "127.0.0.1:$port", $script],
    'here',
    [],
    ['html_errors' => '0'],
    ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'],
);
register_shutdown_function(fn () => $web->kill());
eventually(fn () => @fsockopen('127.0.0.1', $port)) || exit("FAIL: the web server does not start\n");
$ask = fn (string $dsn, ?string $ping = null) => file_get_contents(
    "http://127.0.0.1:$port/?".http_build_query(['dsn' => $dsn, 'ping' => $ping]),
);

$server = new OwnRedis();
$proxy = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$server->port"]]);
$connections = function () use ($server) {
    preg_match('/total_connections_received:(\d+)/', $server->connect()->call('INFO', 'stats'), $m);

    return (int) $m[1];
};

foreach ([1 => '&persistent=1', 0 => ''] as $persistent => $parameter) {
    group($persistent ? 'a persistent connection' : 'one for each', function () use (
        $persistent,
        $parameter,
        $ask,
        $proxy,
        $connections
    ) {
        $dsn = 'redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT')."?release=send$parameter";
        $first = $ask($dsn);
        // What a busy machine adds is not of the requests: the best of three counts.
        for ($took = INF, $run = 0; $took > 1.15 && $run < 3; ++$run) {
            $proxy->does('delay 0.2');
            $before = $connections();
            $took = min($took, seconds(function () use ($ask, $dsn, &$answers) {
                for ($i = 0; $i < 3; ++$i) {
                    $answers[] = $ask($dsn);
                }
            }));
            // One that reads this is not the web server's.
            $opened = $connections() - $before - 1;
            $proxy->does('pass');
            same('connections', $persistent ? 0 : 3, $opened);
        }
        same('each has the lock', [$first], array_values(array_unique($answers)));
        check('which it has', str_ends_with($first, ',true]'), $first);
        between('an answer is awaited in each, not two: seconds', 0.6, 1.15, $took);
    });
}

group('a failure', function () use ($ask) {
    // The answer comes when the request is over.
    $server = new FakeRedis(evalsha: [":1\r\n"], eval: [[0.2, "-ERR no\r\n"]]);
    $first = $ask($server->dsn('?release=send&persistent=1'));
    check('is not heard of', !str_contains($first, 'Warning'), $first);
    usleep(220000);
    $next = $ask($server->dsn('?release=send&persistent=1'));
    check('is told by the next request', str_contains($next, 'Failed to release the "of all requests" lock'), $next);
    check('which goes on', str_contains($next, ',true]'), $next);
    usleep(20000);
    same('on that connection', 'connection evalsha eval evalsha eval', $server->stop());
});

foreach (['' => 'it has opened', '&persistent=1' => 'that stays'] as $parameter => $which) {
    group("a failure that the request can hear, on a connection $which", function () use ($ask, $parameter) {
        $server = new FakeRedis(evalsha: [":1\r\n"], eval: ["-ERR no\r\n"], ping: ["+PONG\r\n"]);
        $said = $ask($server->dsn("?release=send$parameter"), "tcp://127.0.0.1:$server->port");
        check('is told by it', 1 === substr_count($said, "Redis at 127.0.0.1:$server->port: ERR no"), $said);
        $server->stop();
        $server = new FakeRedis(evalsha: [":1\r\n"]);
        $next = $ask($server->dsn());
        check('and not by the next one', str_contains($next, ',true]') && !str_contains($next, 'Warning'), $next);
    });
}
?>
--EXPECT--
ok: a persistent connection
ok: one for each
ok: a failure
ok: a failure that the request can hear, on a connection it has opened
ok: a failure that the request can hear, on a connection that stays
