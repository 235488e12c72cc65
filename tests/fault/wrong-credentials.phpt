--TEST--
Every store, by DSN and through client objects: a wrong password, a wrong database and a missing permission are told, and by whom; the password is not
--EXTENSIONS--
posix
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis-server', 'memcached sasl', 'mongodb', 'zookeeper server');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/faults.inc';

use Symfony\Component\Lock\Store\RedisStore;

$secret = SECRET;
$own = new OwnRedis('--requirepass', 'the right one');
$admin = $own->connect();
$admin->call('AUTH', 'the right one');
$admin->call('ACL', 'SETUSER', 'reader', 'on', ">$secret", '~*', '+@all', '-evalsha', '-eval');
$admin->call('ACL', 'SETUSER', 'elsewhere', 'on', ">$secret", '~elsewhere:*', '+@all');
$connected = function (?string $user = null) use ($own) {
    $client = new Redis();
    $client->connect('127.0.0.1', $own->port);
    $user && $client->auth([$user, SECRET]);

    return new RedisStore($client);
};
$at = "127.0.0.1:$own->port";
foreach ([
    'wrong password' => [redis_by("redis://$secret@$at"), ["Redis at $at: WRONGPASS "]],
    'wrong user' => [redis_by("redis://nobody:$secret@$at"), ["Redis at $at: WRONGPASS "]],
    'wrong password, several hosts' => [
        redis_by("redis:$secret@?host[$at]&host[localhost:$own->port]"),
        [":$own->port: WRONGPASS "],
    ],
    'wrong password, Predis' => [predis_by("tcp://$at?password=$secret"), [$at, 'WRONGPASS ']],
    'no password, \Redis' => [fn () => $connected(), ["Redis at $at: NOAUTH "]],
    'no password, Predis' => [predis_by("tcp://$at"), ["Redis at $at: NOAUTH "]],
    'wrong database' => [redis_by("redis://reader:$secret@$at/99"), ["Redis at $at: ERR DB index is out of range"]],
    'wrong database, Predis' => [
        predis_by("tcp://$at?database=99&password=the%20right%20one"),
        [$at, 'DB index is out of range'],
    ],
    'no permission' => [redis_by("redis://reader:$secret@$at"), ["Redis at $at: NOPERM "]],
    'no permission for the key' => [redis_by("redis://elsewhere:$secret@$at"), ["Redis at $at: NOPERM "]],
    'no permission, \Redis' => [fn () => $connected('reader'), ["Redis at $at: NOPERM "]],
    'no permission for the key, \Redis' => [fn () => $connected('elsewhere'), ["Redis at $at: NOPERM "]],
] as $what => $row) {
    group("Redis: $what", fn () => failing($what, ...$row));
}

group('Memcached', function () use ($secret) {
    $port = (int) getenv('SLOCK_TEST_MEMCACHED_SASL_PORT');
    failing(
        'wrong password',
        memcached_by('memcached://'.getenv('SLOCK_TEST_MEMCACHED_SASL_USER').":$secret@127.0.0.1:$port"),
        ["Memcached at 127.0.0.1:$port: authentication failed: "],
    );
    failing(
        'wrong user',
        memcached_by("memcached://nobody:$secret@127.0.0.1:$port"),
        ["Memcached at 127.0.0.1:$port: authentication failed: "],
    );
    failing(
        'no password, \Memcached',
        fn () => memcached_at('127.0.0.1', $port, [Memcached::OPT_BINARY_PROTOCOL => true]),
        ["Memcached at 127.0.0.1:$port: AUTHENTICATION FAILURE"],
        ['refresh', 'isAcquired', 'release'],
    );
});

group('MongoDB', function () use ($secret) {
    $at = substr(mongodb_server(), strlen('mongodb://'));
    failing('wrong password', mongodb_by("mongodb://user:$secret@$at"), ["MongoDB at $at: "]);
    failing('wrong password, Manager', manager_by("mongodb://user:$secret@$at"), ["MongoDB at $at: "]);
    $refuse = fn (string $app) => mongodb_admin('admin', [
        'configureFailPoint' => 'failCommand',
        'mode' => ['times' => 5],
        'data' => ['failCommands' => ['update', 'find', 'delete'], 'appName' => $app, 'errorCode' => 13],
    ]);
    $refuse('denied');
    failing('no permission', mongodb_by("mongodb://$at/?appname=denied"), ["MongoDB at $at: ", 'failpoint']);
    $refuse('refused');
    failing(
        'no permission, Manager',
        manager_by("mongodb://$at/?appname=refused&retryWrites=false&retryReads=false"),
        ["MongoDB at $at: ", 'failpoint'],
    );
    mongodb_admin('admin', ['configureFailPoint' => 'failCommand', 'mode' => 'off']);
});

group('ZooKeeper', function () use ($secret) {
    $server = new OwnZookeeper();
    $server->wire()->create('/private', '', 0, [31, 'digest', 'user:'.base64_encode(sha1('user:right', true))]);
    // Nothing can be asked about or released that is not there.
    $works = ['refresh', 'isAcquired', 'release'];
    failing(
        'wrong password',
        zookeeper_by("zookeeper://user:$secret@$server->host?chroot=/private"),
        ["ZooKeeper at $server->host: not authenticated"],
        $works,
    );
    failing(
        'no password',
        zookeeper_by("zookeeper://$server->host?chroot=/private"),
        ["ZooKeeper at $server->host: not authenticated"],
        $works,
    );
    failing(
        'wrong place',
        zookeeper_by("zookeeper://user:$secret@$server->host?chroot=/nowhere"),
        ["ZooKeeper at $server->host: no node"],
        $works,
    );
    $server->stop();
});
?>
--EXPECT--
ok: Redis: wrong password
ok: Redis: wrong user
ok: Redis: wrong password, several hosts
ok: Redis: wrong password, Predis
ok: Redis: no password, \Redis
ok: Redis: no password, Predis
ok: Redis: wrong database
ok: Redis: wrong database, Predis
ok: Redis: no permission
ok: Redis: no permission for the key
ok: Redis: no permission, \Redis
ok: Redis: no permission for the key, \Redis
ok: Memcached
ok: MongoDB
ok: ZooKeeper
