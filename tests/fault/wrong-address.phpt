--TEST--
Every store, by DSN and through client objects: a host that does not exist and a port where nobody listens are named, the password is not
--EXTENSIONS--
posix
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/faults.inc';

$secret = SECRET;
// A name that is too long to be looked up: no name server is asked, which could take its time.
$nobody = str_repeat('nobody', 11).'.invalid';
foreach (['a host that does not exist' => $nobody, 'a port where nobody listens' => '127.0.0.1'] as $what => $host) {
    foreach ([
        'Redis' => [redis_by("redis://user:$secret@$host:1"), ["Redis at $host:1: cannot connect: "]],
        'Redis, several hosts' => [
            redis_by("redis:$secret@?host[$host:1]&host[$host:2]"),
            ["Redis at $host:", ': cannot connect: '],
        ],
        'Redis, cluster' => [
            redis_by("redis:?host[$host:1]&redis_cluster=1&auth=$secret"),
            ["$host:1", 'cannot connect: '],
        ],
        'Redis, sentinel' => [
            redis_by("redis:?host[$host:1]&redis_sentinel=m&sentinel_auth=$secret&auth=$secret"),
            ["$host:1", 'cannot connect: '],
        ],
        'Redis, TLS' => [redis_by("rediss://user:$secret@$host:1"), ["Redis at $host:1: cannot connect: "]],
        'Predis' => [predis_by("tcp://$host:1?password=$secret"), ["$host:1"]],
        'Memcached' => [memcached_by("memcached://user:$secret@$host:1"), ["Memcached at $host:1: cannot connect: "]],
        'Memcached, two servers' => [
            memcached_by("memcached:?host[$host:1]&host[$host:2]"),
            ["Memcached at $host:", ': cannot connect: '],
        ],
        '\Memcached' => [fn () => memcached_at($host, 1), ["Memcached at $host:1: "]],
        'MongoDB' => [mongodb_by("mongodb://user:$secret@$host:1"), ["MongoDB at $host:1: "]],
        'MongoDB, two servers' => [mongodb_by("mongodb://user:$secret@$host:1,$host:2"), [
            "MongoDB at $host:1,$host:2: ",
        ]],
        'Manager' => [manager_by("mongodb://user:$secret@$host:1"), ["$host:1"]],
        'ZooKeeper' => [zookeeper_by("zookeeper://user:$secret@$host:1"), ["ZooKeeper at $host:1: "], ['refresh']],
    ] as $way => $row) {
        group("$what, $way", fn () => failing($way, ...$row));
    }
}
?>
--EXPECT--
ok: a host that does not exist, Redis
ok: a host that does not exist, Redis, several hosts
ok: a host that does not exist, Redis, cluster
ok: a host that does not exist, Redis, sentinel
ok: a host that does not exist, Redis, TLS
ok: a host that does not exist, Predis
ok: a host that does not exist, Memcached
ok: a host that does not exist, Memcached, two servers
ok: a host that does not exist, \Memcached
ok: a host that does not exist, MongoDB
ok: a host that does not exist, MongoDB, two servers
ok: a host that does not exist, Manager
ok: a host that does not exist, ZooKeeper
ok: a port where nobody listens, Redis
ok: a port where nobody listens, Redis, several hosts
ok: a port where nobody listens, Redis, cluster
ok: a port where nobody listens, Redis, sentinel
ok: a port where nobody listens, Redis, TLS
ok: a port where nobody listens, Predis
ok: a port where nobody listens, Memcached
ok: a port where nobody listens, Memcached, two servers
ok: a port where nobody listens, \Memcached
ok: a port where nobody listens, MongoDB
ok: a port where nobody listens, MongoDB, two servers
ok: a port where nobody listens, Manager
ok: a port where nobody listens, ZooKeeper
