--TEST--
Client objects of every kind, and the PHP packages 6.4 and 7.4 with such an object: they exclude each other, and a key passes a lock between them
--EXTENSIONS--
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need(
    'three redis',
    'redis socket',
    'redis cluster',
    'redis sentinel',
    'memcached',
    'mongodb',
    'package 6.4',
    'package 7.4',
);
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';
require __DIR__.'/../inc/ways-code.inc';
require __DIR__.'/../inc/mongodb.inc';

own_servers('REDIS'); // also by its socket

error_reporting(E_ALL & ~E_DEPRECATED); // Predis 1.1 is older than PHP 8.2
$redis = redis_ways();
$dsn = redis_dsn_ways();
$mongodb = fn (string $connection) => sprintf(
    '(function () { require_once %s; $manager = new MongoDB\Driver\Manager(%s); '
        .'return new Symfony\Component\Lock\Store\MongoDbStore(%s, ["gcProbability" => 0, "database" => %s, '
        .'"collection" => "lock"]); })()',
    var_export(dirname(__DIR__).'/inc/mongodb-library.inc', true),
    var_export(mongodb_server(), true),
    $connection,
    var_export(mongodb_database(), true),
);
$manager = $mongodb('$manager');
$combined = fn (array $stores) => 'new Symfony\Component\Lock\Store\CombinedStore(['.implode(', ', $stores)
    .'], new Symfony\Component\Lock\Strategy\ConsensusStrategy())';

$shared = ['shared', 'serializable'];
$table = [
    // here, there
    '\Redis' => [$redis['Redis'], $redis['Redis'], $shared],
    'a socket, and Predis' => [is_native() ? $dsn['socket'] : $redis['Redis'], $redis['Predis'], $shared],
    'Predis' => [$redis['Predis'], $redis['Redis'], $shared],
    'Relay' => [is_native() ? $redis['Relay'] : $redis['Redis'], $redis['Redis'], $shared],
    '\RedisArray' => [$redis['RedisArray'], $redis['RedisArray'], $shared],
    'several hosts' => [is_native() ? $dsn['array'] : $redis['RedisArray'], $redis['RedisArray'], $shared],
    // The package 7.4 cannot load its scripts through a cluster of Predis.
    '\RedisCluster' => [$redis['RedisCluster'], $redis['RedisCluster'], $shared],
    'Predis, cluster' => [$redis['Predis cluster'], $redis['RedisCluster'], $shared],
    'Predis, sentinel' => [$redis['Predis sentinel'], $redis['Predis sentinel'], $shared],
    'sentinel' => [is_native() ? $dsn['sentinel'] : $redis['Predis sentinel'], $redis['Predis sentinel'], $shared],
    '\Memcached, text' => [memcached_ways()['text'], memcached_ways()['binary'], ['serializable']],
    '\Memcached, binary' => [memcached_ways()['binary'], memcached_ways()['text'], ['serializable']],
    'Manager' => [$manager, $manager, ['serializable']],
    'MongoDB\Client' => [$mongodb('new MongoDB\Client($manager)'), $manager, ['serializable']],
    'MongoDB\Database' => [$mongodb('new MongoDB\Database($manager, "other")'), $manager, ['serializable']],
    'MongoDB\Collection' => [
        $mongodb('new MongoDB\Collection($manager, "other", "other")'),
        $manager,
        ['serializable'],
    ],
    'CombinedStore' => [
        $combined([$redis['Redis'], memcached_ways()['text'], $manager]),
        $combined([$redis['Redis'], memcached_ways()['binary'], $manager]),
        ['serializable'],
    ],
];
foreach ($table as $name => [$here, $there, $can]) {
    $ours = eval("return $here;");
    foreach (['6.4', '7.4'] as $line) {
        exclude_each_other(
            $line,
            $ours,
            $there,
            $can,
            ['redis', 'msgpack', 'memcached', 'mongodb'],
            [$name => unique()],
        );
    }
}
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: 6.4, \Redis name
ok: 7.4, \Redis name
ok: 6.4, a socket, and Predis name
ok: 7.4, a socket, and Predis name
ok: 6.4, Predis name
ok: 7.4, Predis name
ok: 6.4, Relay name
ok: 7.4, Relay name
ok: 6.4, \RedisArray name
ok: 7.4, \RedisArray name
ok: 6.4, several hosts name
ok: 7.4, several hosts name
ok: 6.4, \RedisCluster name
ok: 7.4, \RedisCluster name
ok: 6.4, Predis, cluster name
ok: 7.4, Predis, cluster name
ok: 6.4, Predis, sentinel name
ok: 7.4, Predis, sentinel name
ok: 6.4, sentinel name
ok: 7.4, sentinel name
ok: 6.4, \Memcached, text name
ok: 7.4, \Memcached, text name
ok: 6.4, \Memcached, binary name
ok: 7.4, \Memcached, binary name
ok: 6.4, Manager name
ok: 7.4, Manager name
ok: 6.4, MongoDB\Client name
ok: 7.4, MongoDB\Client name
ok: 6.4, MongoDB\Database name
ok: 7.4, MongoDB\Database name
ok: 6.4, MongoDB\Collection name
ok: 7.4, MongoDB\Collection name
ok: 6.4, CombinedStore name
ok: 7.4, CombinedStore name
