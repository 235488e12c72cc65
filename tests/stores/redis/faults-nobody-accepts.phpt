--TEST--
RedisStore: a server that accepts no connection, in bounded time
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

group('nobody accepts', function () {
    // With the backlog full the kernel drops further attempts to connect.
    $server = stream_socket_server(
        'tcp://127.0.0.1:0',
        $code,
        $text,
        STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
        stream_context_create(['socket' => ['backlog' => 0]]),
    );
    $name = stream_socket_get_name($server, false);
    for ($i = 0; $i < 3; ++$i) {
        $full[] = @stream_socket_client(
            "tcp://$name",
            $code,
            $text,
            0.1,
            STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT,
        );
    }
    $try = fn ($store) => raises(
        'times out',
        LockStorageException::class,
        "Redis at $name: cannot connect: Connection timed out",
        fn () => lock($store)->isAcquired(),
    );
    $store = new RedisStore("redis://$name?timeout=0.4");
    between('within its time', 0.39, 0.8, seconds(fn () => $try($store)));
    ini_set('slock.connect_timeout', '0.3');
    $store = new RedisStore("redis://$name");
    ini_restore('slock.connect_timeout');
    between('the setting: seconds', 0.29, 0.7, seconds(fn () => $try($store)));

    $store = new RedisStore("redis://$name?timeout=0.5");
    pcntl_signal(SIGUSR1, function () {});
    $storm = Child::run(
        [
            '-r',
            'echo "go\n"; for ($i = 0; $i < 150; ++$i) { posix_kill((int) $argv[1], 10); usleep(10000); }',
            '--',
            (string) getmypid(),
        ],
        'here',
        ['posix'],
    );
    $storm->hear();
    between('signals make it neither shorter nor longer: seconds', 0.49, 0.9, seconds(fn () => $try($store)));
    $storm->kill();
    $storm->finish();
});
?>
--EXPECT--
ok: nobody accepts
