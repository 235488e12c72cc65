--TEST--
ZookeeperStore: servers that cannot be reached are an exception with their names and the reason
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

group(
    'no such host',
    fn () => fails('host', 'zookeeper://user:'.SECRET.'@nowhere.invalid', 'ZooKeeper at nowhere.invalid:2181: '),
);
group(
    'no server',
    fn () => fails(
        'port',
        'zookeeper://user:'.SECRET.'@127.0.0.1:1,127.0.0.1:2',
        'ZooKeeper at 127.0.0.1:1,127.0.0.1:2: cannot connect: Connection refused',
    ),
);
$silent = stream_socket_server('tcp://127.0.0.1:0');
$silentHost = stream_socket_get_name($silent, false);
// The outage is waited for once, and not by each call again.
group(
    'a silent server',
    fn () => between(
        'seconds',
        0.2,
        2,
        seconds(
            fn () => fails(
                'silent',
                "zookeeper://$silentHost?timeout=0.2",
                "ZooKeeper at $silentHost: no connection within 0.2 seconds",
            ),
        ),
    ),
);
?>
--EXPECT--
ok: no such host
ok: no server
ok: a silent server
