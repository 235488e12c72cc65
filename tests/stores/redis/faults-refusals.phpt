--TEST--
RedisStore: what the server refuses is an exception in its words
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('the server\'s refusals', function () {
    foreach ([
        'LOADING Redis is loading the dataset in memory',
        "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        'NOREPLICAS Not enough good replicas to write.',
        'MISCONF Redis is configured to save RDB snapshots',
        'CLUSTERDOWN The cluster is down',
        'MOVED 3999 127.0.0.1:6381',
        'ERR max number of clients reached',
        'ERR unknown command `EVALSHA`',
        str_repeat('x', 2000),
    ] as $text) {
        foreach (['DSN', 'Redis', 'Predis'] as $way) {
            $server = new FakeRedis("-$text\r\n");
            fails(
                "$way: ".substr($text, 0, 20),
                ways($server->port)[$way],
                substr($text, 0, 200),
                'DSN' === $way ? [] : ['acquireRead', 'acquire(true)', 'refresh'],
            );
        }
    }
});
?>
--EXPECT--
ok: the server's refusals
