--TEST--
RedisStore through client objects: an answer that comes after the object has given up waiting is nobody's answer
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/relay_class.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

load_predis();

const LIMIT = 0.2; // of the clients, in seconds
const LATE = 0.6;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
foreach ($servers as $server) {
    $server->connect()->call('ACL', 'SETUSER', 'locks', 'on', '>sesame', '~*', '&*', '+@all');
}
$proxy = new FaultProxy(['PROXIED' => array_map(fn ($server) => "127.0.0.1:$server->port", $servers)]);
$ports = array_map('intval', explode(',', getenv('SLOCK_TEST_PROXIED')));

$cluster = new OwnCluster();
$clusterProxy = new FaultProxy(['NODES' => array_map(fn ($node) => "127.0.0.1:$node->port", $cluster->nodes)]);
foreach ($nodes = explode(',', getenv('SLOCK_TEST_NODES')) as $i => $port) {
    $cluster->nodes[$i]->admin->call('CONFIG', 'SET', 'cluster-announce-port', $port);
}
$nodes = array_map(fn ($port) => "127.0.0.1:$port", $nodes);

$connected = function (string $how, int $i = 0, int $database = 3) use ($ports) {
    $client = new Redis();
    $client->$how('127.0.0.1', $ports[$i], 5, null, 0, LIMIT);
    $client->auth(['locks', 'sesame']);
    $database && $client->select($database);
    $client->setOption(Redis::OPT_PREFIX, 'mine:');

    return $client;
};
// Predis 1.1 sends no user, so its servers let everybody in.
$clients = [
    '\Redis' => [fn () => $connected('connect'), $proxy],
    '\Redis, persistent' => [fn () => $connected('pconnect'), $proxy],
    '\RedisArray' => [fn () => new RedisArray(["127.0.0.1:$ports[0]"], ['read_timeout' => LIMIT]), $proxy],
    '\RedisCluster' => [fn () => new RedisCluster(null, $nodes, 5, LIMIT), $clusterProxy],
    'Relay\Relay' => [fn () => new Relay\Relay($connected('connect', 0, 0)), $proxy],
    'Predis' => [
        fn () => new Predis\Client(
            ['host' => '127.0.0.1', 'port' => $ports[0], 'read_write_timeout' => LIMIT, 'database' => 3],
            ['prefix' => 'mine:'],
        ),
        $proxy,
    ],
];

/** What came late, read by whoever reads next: nobody, if the connection was given up. */
$arrive = fn () => usleep((int) ((LATE + 0.1) * 1e6));

foreach ($clients as $name => [$make, $through]) {
    group($name, function () use ($make, $through, $arrive) {
        // In a cluster both are at one node.
        [$a, $b] = array_map(fn ($i) => '{x}'.unique(), [0, 1]);
        $store = new RedisStore($make());
        $holder = lock(new RedisStore($make()), $b);
        same('another owner has it', true, $holder->acquire());
        same('connected', false, lock($store, $b)->acquire());
        foreach ([
            'acquire' => LockAcquiringException::class,
            'refresh' => LockAcquiringException::class,
            'release' => LockReleasingException::class,
        ] as $method => $class) {
            $lock = lock($store, $a.$method, 30, false);
            'acquire' === $method || $lock->acquire();
            $through->does('delay '.LATE);
            raises("$method, late", $class, null, fn () => $lock->$method());
            $arrive();
            $through->does('pass');
            same("the next one after $method", false, lock($store, $b)->acquire());
            same("and the next one after $method", false, lock($store, $b)->isAcquired());
            same("its own", true, lock($store, unique('{x}'), 30)->acquire());
        }
    });
}

group('everything that was set on the object is still there', function () use ($clients, $servers) {
    foreach (['\Redis', '\Redis, persistent', 'Predis'] as $name) {
        $client = $clients[$name][0]();
        $store = new RedisStore($client);
        lock($store)->acquire();
        // Answers again when the object connects again.
        $servers[0]->connect()->call('CLIENT', 'PAUSE', (int) (1.5 * LIMIT * 1000));
        raises("$name: late", LockAcquiringException::class, null, fn () => lock($store)->acquire());
        usleep((int) (LIMIT * 1e6));
        $client->set($key = unique(), $name);
        same("$name: the user's next command", $name, $client->get($key));
        same("$name: database and prefix", $name, $servers[0]->connect(3)->call('GET', "mine:$key"));
        if ($client instanceof Redis) {
            same("$name: user", 'locks', $client->rawCommand('ACL', 'WHOAMI'));
            same("$name: options", LIMIT, $client->getOption(Redis::OPT_READ_TIMEOUT));
        }
    }
});

group('what the pool of ext-redis hands on is clean', function () use ($connected, $proxy, $arrive) {
    $client = $connected('pconnect');
    $client->set('x', 'right');
    $store = new RedisStore($client);
    lock($store)->acquire();
    $proxy->does('delay '.LATE);
    outcome(fn () => lock($store)->acquire());
    unset($store, $client);
    $arrive();
    $proxy->does('pass');
    same('another object', 'right', $connected('pconnect')->get('x'));
});

group('what the user has left unread is not taken for an answer either', function () use ($clients, $arrive) {
    foreach ($clients as $name => [$make, $through]) {
        if ('Predis' === $name || 'Relay\Relay' === $name) {
            continue; // the first closes, the second is a class of these tests
        }
        $client = $make();
        $store = new RedisStore($client);
        $holder = lock(new RedisStore($make()), $resource = '{x}'.unique());
        $holder->acquire();
        lock($store, $resource)->acquire();
        foreach ([true, false] as $free) {
            $client->set('{x}one', 0);
            $through->does('delay '.LATE);
            outcome(fn () => $client->eval("return redis.call('INCR', KEYS[1])", ['{x}one'], 1));
            $arrive();
            $through->does('pass');
            same($name, $free, lock($store, $free ? '{x}'.unique() : $resource, 30)->acquire());
            same("$name: the connection is right again", '1', (string) $client->get('{x}one'));
        }
    }
});

group('a quorum with one slow member', function () use ($connected, $servers, $arrive, $ports) {
    $slow = new FaultProxy(['SLOW' => ["127.0.0.1:{$servers[1]->port}"]]);
    $members = array_map(function ($i) use ($connected, $slow) {
        $client = new Redis();
        $client->connect('127.0.0.1', 1 === $i ? (int) getenv('SLOCK_TEST_SLOW') : $i, 5, null, 0, LIMIT);

        return new RedisStore($client);
    }, [$servers[0]->port, 1, $servers[2]->port]);
    $store = new CombinedStore($members, new ConsensusStrategy());
    // Another owner has one of three: with a wrong yes it would be a majority.
    foreach ([0, 1] as $round) {
        $resource = unique();
        $others = array_map(
            fn ($server) => lock(new RedisStore($server->dsn()), $resource),
            [$servers[0], $servers[1]],
        );
        array_map(fn ($other) => $other->acquire(), $others);
        $slow->does('delay '.LATE);
        outcome(fn () => lock($store, null, 30)->acquire());
        $arrive();
        $slow->does('pass');
        same('two of three are another owner\'s', false, lock($store, $resource, 30)->acquire());
        same('nothing of it is theirs', [true, true], array_map(fn ($other) => $other->isAcquired(), $others));
    }
    $slow->stop();
});

group('a transaction or a pipeline of the user\'s is left alone', function () use ($clients, $servers) {
    foreach ([
        ['\Redis', Redis::MULTI],
        ['\Redis', Redis::PIPELINE],
        ['\RedisCluster', Redis::MULTI],
    ] as [$name, $mode]) {
        $client = $clients[$name][0]();
        $store = new RedisStore($client);
        $lock = lock($store, $resource = '{x}'.unique(), 30, false);
        $client->set("{x}counted", 0);
        $client->multi($mode);
        $client->incr('{x}counted');
        raises("$name, $mode: acquire()", LockAcquiringException::class, null, fn () => $lock->acquire());
        $client->incr('{x}counted');
        same("$name, $mode: nothing was added", [1, 2], $client->exec());
        same("$name, $mode: nobody has it", true, lock($store, $resource)->acquire());
    }
});
?>
--EXPECT--
ok: \Redis
ok: \Redis, persistent
ok: \RedisArray
ok: \RedisCluster
ok: Relay\Relay
ok: Predis
ok: everything that was set on the object is still there
ok: what the pool of ext-redis hands on is clean
ok: what the user has left unread is not taken for an answer either
ok: a quorum with one slow member
ok: a transaction or a pipeline of the user's is left alone
