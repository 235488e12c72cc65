--TEST--
RedisStore with replicas=N: the connection or the master is lost while replicas are awaited; what was granted is asked for again or given back, in time
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$role = ["*3\r\n\$6\r\nmaster\r\n:0\r\n*0\r\n"];
// A server that is its own sentinel.
$sentinel = ["*2\r\n\$9\r\n127.0.0.1\r\n\$5\r\n{port}\r\n"];
/** What the server has heard when a lock was asked for. */
$acquire = function (
    string $what,
    mixed $expected,
    FakeRedis $server,
    string $dsn,
    string $said = '',
    ?float $in = null,
) {
    $lock = lock(new RedisStore($dsn), 'r', 30, false);
    try {
        $outcome = $in ? $lock->acquire(true, $in) : $lock->acquire();
    } catch (LockAcquiringException $e) {
        $outcome = 'error';
        check("$what: says why", str_contains(chain($e), $said), chain($e));
    }
    same($what, $expected, $outcome);

    return $server->stop();
};

group('a server alone', function () use ($acquire) {
    $server = new FakeRedis(evalsha: [":1\r\n"], wait: [false]);
    same(
        'script and WAIT, and the release on another connection',
        'connection evalsha wait connection evalsha',
        $acquire('a new connection is lost', 'error', $server, $server->dsn('?replicas=1'), 'closed the connection'),
    );

    $server = new FakeRedis(evalsha: [":0\r\n", ":1\r\n", "+held 1\r\n"], wait: [":1\r\n", false, ":1\r\n"]);
    $lock = lock(new RedisStore($server->dsn('?replicas=1')), 'r', 30, false);
    same('refused', false, $lock->acquire());
    usleep(300000); // the WAIT has been answered: else a slow server would be left for another connection
    same('a used connection is lost', true, $lock->acquire());
    same(
        'script and WAIT are sent again',
        'connection evalsha wait evalsha wait connection evalsha wait',
        $server->stop(),
    );

    $server = new FakeRedis(evalsha: ["+held 1\r\n"], wait: [false]);
    same(
        'what the key has had is not given back',
        'connection evalsha wait',
        $acquire('held', 'error', $server, $server->dsn('?replicas=1'), 'closed the connection'),
    );

    $server = new FakeRedis(evalsha: ["-NOSCRIPT No such script.\r\n"], eval: [":1\r\n"], wait: [":1\r\n"]);
    same(
        'an unknown script',
        'connection evalsha wait eval wait',
        $acquire('acquired', true, $server, $server->dsn('?replicas=1')),
    );

    $server = new FakeRedis(evalsha: [":1\r\n"], wait: ["-ERR unknown command 'WAIT'\r\n"]);
    same(
        'no such command',
        'connection evalsha wait evalsha',
        $acquire('no such command', 'error', $server, $server->dsn('?replicas=1'), ', WAIT: ERR unknown command'),
    );
});

group('giving back in time', function () use ($acquire) {
    $server = new FakeRedis(evalsha: [":1\r\n", null], wait: [":0\r\n"]);
    between('seconds', 0, 10, seconds(fn () => same(
        'nobody answers the release',
        'connection evalsha wait evalsha',
        $acquire('in time', 'error', $server, $server->dsn('?replicas=1&read_timeout=20'), '0 of 1', 0.5),
    )));
});

group('sentinels', function () use ($acquire, $role, $sentinel) {
    foreach ([
        'lost' => false,
        'demoted' => "-UNBLOCKED force unblock from blocking operation, instance state changed\r\n",
        'a replica now' => "-ERR WAIT cannot be used with replica instances.\r\n",
    ] as $what => $answer) {
        $server = new FakeRedis(
            sentinel: $sentinel,
            role: $role,
            evalsha: [":1\r\n", "+held 1\r\n"],
            wait: [$answer, ":1\r\n"],
        );
        $dsn = "redis:?host[127.0.0.1:$server->port]&redis_sentinel=m&replicas=1";
        $heard = $acquire("$what: acquired", true, $server, $dsn);
        same("$what: asked again", 'evalsha wait sentinel role evalsha wait', implode(' ', array_diff(
            array_slice(explode(' ', $heard), -8),
            ['connection'],
        )));
    }

    $server = new FakeRedis(
        sentinel: $sentinel,
        role: $role,
        evalsha: [":1\r\n", "+held 1\r\n", ":1\r\n"],
        wait: [false, ":0\r\n"],
    );
    $dsn = "redis:?host[127.0.0.1:$server->port]&redis_sentinel=m&replicas=1";
    $heard = $acquire('then not confirmed', 'error', $server, $dsn, '0 of 1');
    check('given back', str_ends_with($heard, 'evalsha wait evalsha'), $heard);

    $server = new FakeRedis(sentinel: $sentinel, role: $role, evalsha: [":1\r\n", ":0\r\n"], wait: [false, ":1\r\n"]);
    $dsn = "redis:?host[127.0.0.1:$server->port]&redis_sentinel=m&replicas=1";
    $acquire('the next master has given it to somebody else', false, $server, $dsn);
});
?>
--EXPECT--
ok: a server alone
ok: giving back in time
ok: sentinels
