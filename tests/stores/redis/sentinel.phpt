--TEST--
RedisStore with sentinels by DSN: the master is found, and found again when another one takes over
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

/** A sentinel of its own for one master. */
final class Sentinel
{
    public int $port;
    public Resp $admin;
    public OwnRedis $server;

    public function __construct(int $master, string ...$options)
    {
        file_put_contents(
            $file = temporary_directory().'/sentinel.conf',
            "port 0\nsentinel monitor mymaster 127.0.0.1 $master 1\nsentinel down-after-milliseconds mymaster 1000\nsentinel failover-timeout mymaster 10000\n"
                .implode("\n", $options)."\n",
        );
        // Sentinels know fewer options than OwnRedis gives.
        $this->port = low_port();
        $socket = dirname($file).'/sentinel.sock';
        $this->process = proc_open(
            [
                getenv('SLOCK_TEST_REDIS_SERVER') ?: 'redis-server',
                $file,
                '--sentinel',
                '--port',
                (string) $this->port,
                '--bind',
                '127.0.0.1',
                '--dir',
                dirname($file),
            ],
            [['file', '/dev/null', 'r'], ['file', dirname($file).'/log', 'w'], ['redirect', 1]],
            $pipes,
        );
        if (!eventually(fn () => @fsockopen('127.0.0.1', $this->port))) {
            exit('FAIL: no sentinel: '.file_get_contents(dirname($file).'/log'));
        }
        $this->admin = new Resp("tcp://127.0.0.1:$this->port");
        register_shutdown_function(fn () => $this->stop());
    }

    private $process;

    public function stop(): void
    {
        if ($this->process) {
            proc_terminate($this->process, 9);
            proc_close($this->process);
            $this->process = null;
        }
    }
}

$master = new Node(low_port(), '--repl-diskless-sync-delay', '0');
$replica = new Node(low_port(), '--repl-diskless-sync-delay', '0', '--replicaof', "127.0.0.1 $master->port");
group(
    'the servers',
    fn () => check(
        'the replica is there',
        eventually(fn () => str_contains($replica->admin->call('INFO', 'replication'), 'master_link_status:up')),
    ),
);
$sentinel = new Sentinel($master->port);
group(
    'the sentinel',
    fn () => check(
        'it knows the replica',
        eventually(
            fn () => str_contains(
                json_encode($sentinel->admin->call('SENTINEL', 'replicas', 'mymaster')),
                '"master-link-status","ok"',
            ),
        ),
    ),
);
$dsn = fn (
    string $parameters = '',
    string $hosts = '',
) => "redis:?{$hosts}host[127.0.0.1:$sentinel->port]&redis_sentinel=mymaster$parameters";

group('the budget', function () use ($dsn, $master, $sentinel) {
    $store = new RedisStore($dsn());
    $lock = lock($store);
    same('the master says what it is', 'role evalsha eval', $master->witness->commands(fn () => $lock->acquire()));
    foreach ([
        'refresh',
        'isAcquired',
        'release',
        'acquire',
        'acquireRead',
        'refresh',
        'isAcquired',
        'release',
    ] as $method) {
        $lock->$method();
    }
    $asked = preg_match(
        '/sentinel\|get-master-addr-by-name:calls=(\d+)/',
        (string) $sentinel->admin->call('INFO', 'commandstats'),
        $m,
    )
        ? $m[1]
        : 0;
    foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
        same($method, 'evalsha', $master->witness->commands(fn () => $lock->$method()));
    }
    same(
        'the sentinel was not asked',
        $asked,
        preg_match(
            '/sentinel\|get-master-addr-by-name:calls=(\d+)/',
            (string) $sentinel->admin->call('INFO', 'commandstats'),
            $m,
        )
            ? $m[1]
            : 0,
    );
    same(
        'another store',
        'evalsha',
        $master->witness->commands(fn () => lock(new RedisStore($dsn()), null, 30, false)->acquire()),
    );
    same(
        'a database',
        'select role evalsha',
        $master->witness->commands(fn () => lock(new RedisStore($dsn('&dbindex=3')), null, 30, false)->acquire()),
    );
    same(
        'the other name of the parameter',
        true,
        lock(
            new RedisStore(strtr($dsn('&dbindex=4'), ['redis_sentinel' => 'sentinel_master'])),
            null,
            30,
            false,
        )->acquire(),
    );
});

group('a lost connection', function () use ($dsn, $master) {
    $lock = lock(new RedisStore($dsn('&dbindex=5')), null, 30, false);
    $lock->acquire();
    $master->admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $master->witness = new Witness($master->server);
    same(
        'asked again who is the master',
        'select role evalsha',
        $master->witness->commands(fn () => same('held', true, $lock->isAcquired())),
    );
});

group('sentinels that do not help', function () use ($dsn, $sentinel, $master) {
    raises(
        'an unknown master',
        LockStorageException::class,
        "Redis Sentinel at 127.0.0.1:$sentinel->port: there is no master \"other\"",
        fn () => (new RedisStore(strtr($dsn(), ['mymaster' => 'other'])))->exists(new Key('x')),
    );
    raises(
        'nobody there',
        LockStorageException::class,
        'Redis Sentinel at 127.0.0.1:1, 127.0.0.1:2: no sentinel answers, the last one: Redis at 127.0.0.1:2: cannot connect: Connection refused',
        fn () => (new RedisStore(
            'redis:?host[127.0.0.1:1]&host[127.0.0.1:2]&redis_sentinel=mymaster',
        ))->exists(new Key('x')),
    );
    raises(
        'no sentinel',
        LockStorageException::class,
        'ERR unknown command',
        fn () => (new RedisStore("redis:?host[127.0.0.1:$master->port]&redis_sentinel=mymaster"))->exists(new Key('x')),
    );
    same('the next one', false, (new RedisStore($dsn('', 'host[127.0.0.1:1]&')))->exists(new Key('x')));
    $time = seconds(
        fn () => raises(
            'a password of the master',
            LockStorageException::class,
            "Redis at 127.0.0.1:$master->port: ",
            fn () => (new RedisStore($dsn('&auth[]=nobody&auth[]=secret')))->exists(new Key('x')),
        ),
    );
    between('is refused at once', 0, 2, $time);
});

group('a failover', function () use ($dsn, $master, $replica, $sentinel) {
    $store = new RedisStore($dsn('&read_timeout=10'));
    $lock = lock($store, $name = unique(), 60, false);
    same('before', true, $lock->acquire());
    check('replicated', eventually(fn () => 1 === $replica->server->connect()->call('EXISTS', $name)));
    // NOGOODSLAVE while a busy machine makes it think that the replica is down.
    check('promoted', eventually(fn () => 'OK' === $sentinel->admin->call('SENTINEL', 'FAILOVER', 'mymaster')));
    check(
        'done',
        eventually(
            fn () => (string) $replica->port === $sentinel->admin->call(
                'SENTINEL',
                'GET-MASTER-ADDR-BY-NAME',
                'mymaster',
            )[1],
        ),
    );
    // The sentinel takes its time to demote the old one.
    $master->server->connect()->call('REPLICAOF', '127.0.0.1', $replica->port);
    same('refreshed', null, $lock->refresh());
    $master->admin = $master->server->connect();
    same('the old master has refused it', 1, $master->errors('READONLY'));
    same('held', true, $lock->isAcquired());
    $replica->witness = new Witness($replica->server); // the sentinel has closed all connections
    same('refreshed at the new master', 'evalsha', $replica->witness->commands(fn () => $lock->refresh()));
    $lock->release();
});

group('the sentinel names a server that is no master', function () use ($dsn, $replica, $master) {
    $replica->server->connect()->call('REPLICAOF', '127.0.0.1', $master->port);
    raises(
        'nothing is written there',
        LockStorageException::class,
        "Redis at 127.0.0.1:$replica->port: this is no master but \"slave\"",
        fn () => (new RedisStore($dsn('&read_timeout=0.3&dbindex=1')))->exists(new Key('x')),
    );
    $replica->server->connect()->call('REPLICAOF', 'NO', 'ONE');
    same('and on it goes', false, (new RedisStore($dsn('&read_timeout=0.3&dbindex=1')))->exists(new Key('x')));
});

group('the master is killed', function () use ($dsn, $master, $replica) {
    $store = new RedisStore($dsn('&read_timeout=15'));
    check(
        'the old master is a replica',
        eventually(
            fn () => str_contains($master->server->connect()->call('INFO', 'replication'), "master_port:$replica->port")
                && str_contains($master->server->connect()->call('INFO', 'replication'), 'master_link_status:up'),
        ),
    );
    $lock = lock($store, $name = unique(), 60, false);
    $lock->acquire();
    check('replicated', eventually(fn () => 1 === $master->server->connect()->call('EXISTS', $name)));
    $replica->server->stop();
    between('the next call waits for the new one', 0.2, 14, seconds(fn () => same('held', true, $lock->isAcquired())));
    same('it is the other one', 'master', $master->server->connect()->call('ROLE')[0]);
    $lock->release();
});
?>
--EXPECT--
ok: the servers
ok: the sentinel
ok: the budget
ok: a lost connection
ok: sentinels that do not help
ok: a failover
ok: the sentinel names a server that is no master
ok: the master is killed
