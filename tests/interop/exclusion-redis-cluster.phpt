--TEST--
RedisStore over Redis Cluster and over several hosts, and the PHP packages 6.4 and 7.4 through client objects: they exclude each other
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis cluster', 'three redis', 'package 6.4', 'package 7.4');
need_extension('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Store\RedisStore;

$nodes = explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER'));
$hosts = array_map(
    fn ($port) => "127.0.0.1:$port",
    explode(',', getenv('SLOCK_TEST_REDIS_PORTS')),
);
$class = 'Symfony\Component\Lock\Store\RedisStore';
foreach ([
    'cluster' => [
        'redis:?host['.implode(']&host[', $nodes).']&redis_cluster=1',
        'new RedisCluster(null, '.var_export($nodes, true).')',
    ],
    'array' => ['redis:?host['.implode(']&host[', $hosts).']', 'new RedisArray('.var_export($hosts, true).')'],
] as $what => [$dsn, $client]) {
    echo "$what\n";
    $ours = new RedisStore(is_native() ? $dsn : eval("return $client;"));
    foreach (['6.4', '7.4'] as $line) {
        exclude_each_other($line, $ours, "new $class($client)", ['shared', 'serializable'], ['redis']);
    }
}
?>
--EXPECT--
cluster
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
array
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
