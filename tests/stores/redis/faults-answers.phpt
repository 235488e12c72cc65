--TEST--
RedisStore: odd answers, half answers, late answers and none are exceptions, in bounded time
--EXTENSIONS--
igbinary
redis
pcntl
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

function against(array $answers, string $parameters, callable $f): string
{
    $server = new FakeRedis(...$answers);
    $f(new RedisStore($server->dsn($parameters)), "Redis at 127.0.0.1:$server->port: ");

    return $server->stop();
}

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

group('not the script\'s answer', function () {
    foreach ([
        'status' => "+OK\r\n",
        'text' => "$1\r\n1\r\n",
        'empty text' => "$0\r\n\r\n",
        'nil' => "$-1\r\n",
        'list' => "*1\r\n:1\r\n",
        'empty list' => "*0\r\n",
        'nil list' => "*-1\r\n", 'nested' => "*1\r\n*1\r\n*0\r\n",
    ] as $what => $answer) {
        $end = against(
            [$answer],
            '',
            fn ($store, $at) => fails($what, fn () => $store, "{$at}this is no answer to the script"),
        );
        same("$what: asked once each", 'connection evalsha evalsha evalsha evalsha evalsha evalsha', $end);
    }
});

group('which numbers are answers', function () {
    against([":0\r\n"], '', fn ($store) => same('0', false, lock($store)->acquire()));
    against([":1\r\n"], '', fn ($store) => same('1', true, lock($store)->acquire()));
    against([":-250\r\n"], '', fn ($store) => same('or the time until it is free', false, lock($store)->acquire()));
    against([":8\r\n"], '', fn ($store) => same('a release tells how many wait', null, lock($store)->release()));
    against([":-1\r\n"], '', fn ($store) => same('or that it could not ask', null, lock($store)->release()));
    foreach ([2, PHP_INT_MAX] as $number) {
        against(
            [":$number\r\n"],
            '',
            fn ($store) => fails(
                (string) $number,
                fn () => $store,
                "Redis: $number is no answer to the script",
                ['release'],
            ),
        );
    }
    foreach ([-2, PHP_INT_MIN] as $number) {
        against(
            [":$number\r\n"],
            '',
            fn ($store) => fails(
                (string) $number,
                fn () => $store,
                "Redis: $number is no answer to the script",
                ['acquire', 'acquireRead', 'acquire(true)'],
            ),
        );
    }
});

group('not the protocol', function () {
    foreach ([
        'words' => "HTTP/1.1 400 Bad Request\r\n\r\n",
        'a length' => "$-7\r\n",
        'a depth' => str_repeat("*1\r\n", 50),
        'a number' => ":abc\r\n",
    ] as $what => $answer) {
        against([$answer], '', fn ($store, $at) => fails($what, fn () => $store, $at));
    }
});

group('the connection ends', function () {
    // A new connection that is lost is an error; one that has worked before is opened once more.
    foreach ([
        'before an answer' => false,
        'in an answer' => ["$10\r\n123", false],
        'in a number' => [':', false],
    ] as $what => $answer) {
        same($what, 'connection evalsha', against([$answer], '', fn ($store, $at) => raises(
            $what,
            Symfony\Component\Lock\Exception\LockStorageException::class,
            $at.'the server closed the connection',
            fn () => lock($store)->isAcquired(),
        )));
        same(
            "$what, later",
            'connection evalsha evalsha connection evalsha',
            against([":1\r\n", $answer, ":1\r\n"], '', function ($store) use ($what) {
                lock($store, null, 30, false)->acquire();
                same("$what, later: works", true, lock($store, null, 30, false)->isAcquired());
            }),
        );
        same(
            "$what, twice",
            'connection evalsha evalsha connection evalsha',
            against([":1\r\n", $answer], '', function ($store, $at) use ($what) {
                lock($store, null, 30, false)->acquire();
                raises(
                    "$what, twice",
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    $at.'the server closed the connection',
                    fn () => lock($store)->isAcquired(),
                );
            }),
        );
    }
    same(
        'in AUTH',
        'connection auth',
        against(
            [false],
            '?auth=x',
            fn ($store, $at) => fails(
                'in AUTH',
                fn () => $store,
                $at,
                ['acquireRead', 'acquire(true)', 'refresh', 'isAcquired', 'release'],
            ),
        ),
    );
});

group('answers in pieces', function () {
    foreach ([[':', "1\r\n"], [":1\r", "\n"]] as $pieces) {
        // Two writes of the server; whether they arrive as one is up to the kernel.
        against([$pieces], '', fn ($store) => same('a number', true, lock($store, null, 30, false)->acquire()));
    }
});

group('no answer', function () {
    foreach (['nothing' => null, 'half an answer' => "$10\r\n123", 'half a line' => ':1'] as $what => $answer) {
        $end = against([$answer], '?read_timeout=0.3', function ($store, $at) use ($what) {
            $time = seconds(
                fn () => raises(
                    $what,
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    $at.'no answer within 0.3 seconds',
                    fn () => lock($store)->isAcquired(),
                ),
            );
            between("$what: one timeout", 0.29, 0.58, $time);
        });
        same("$what: asked once", 'connection evalsha', $end);
        $end = against([":1\r\n", $answer], '?read_timeout=0.3', function ($store, $at) use ($what) {
            lock($store, null, 30, false)->acquire();
            $time = seconds(
                fn () => raises(
                    "$what, later",
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    $at.'no answer within 0.3 seconds',
                    fn () => lock($store)->isAcquired(),
                ),
            );
            between("$what, later: one timeout as well", 0.29, 0.58, $time);
        });
        same("$what, later: asked once", 'connection evalsha evalsha', $end);
    }
    ini_set('slock.command_timeout', '0.25');
    against([null], '', function ($store, $at) {
        $time = seconds(
            fn () => raises(
                'the setting',
                Symfony\Component\Lock\Exception\LockStorageException::class,
                'no answer within 0.25 seconds',
                fn () => lock($store)->isAcquired(),
            ),
        );
        between('the setting: one timeout', 0.24, 0.5, $time);
    });
    ini_restore('slock.command_timeout');
    // The handshake counts to the connection's time: AUTH and SELECT together.
    $end = against(["+OK\r\n", null], '/3?auth=x&timeout=0.3&read_timeout=20', function ($store, $at) {
        $time = seconds(
            fn () => raises(
                'SELECT',
                Symfony\Component\Lock\Exception\LockStorageException::class,
                $at.'no answer within 0.3 seconds',
                fn () => lock($store)->isAcquired(),
            ),
        );
        between('SELECT: one timeout', 0.29, 0.58, $time);
    });
    same('SELECT', 'connection auth select', $end);
});

group('a late answer is nobody\'s', function () {
    // The answer of the first request comes with the second one's: the connection is another one by then.
    $server = new FakeRedis(null, ":0\r\n");
    $store = new RedisStore($server->dsn('?read_timeout=0.2'));
    raises(
        'the first',
        Symfony\Component\Lock\Exception\LockStorageException::class,
        'no answer',
        fn () => lock($store)->isAcquired(),
    );
    same('the second', false, lock($store)->isAcquired());
    same('on a connection of its own', 'connection evalsha connection evalsha', $server->stop());
});

group('a server without a clock for scripts', function () {
    foreach (['DSN', 'Redis', 'Predis'] as $way) {
        $text =
            '-ERR Error running script (call to f_1): @user_script: 5: Write commands not allowed after non deterministic commands. Call redis.replicate_commands()';
        // Client objects want their number back.
        $one = 'DSN' === $way ? ":1\r\n" : "*2\r\n:1\r\n:{number}\r\n";
        $server = new FakeRedis("$text\r\n", $one);
        $store = ways($server->port)[$way]();
        same("$way: acquire", true, lock($store, null, 30, false)->acquire());
        same("$way: asked again once", 'connection evalsha evalsha', $server->stop());
        $server = new FakeRedis(
            "-NOSCRIPT No matching script.\r\n",
            "$text\r\n",
            "-NOSCRIPT No matching script.\r\n",
            $one,
            $one,
            $one,
        );
        $store = ways($server->port)[$way]();
        $lock = lock($store);
        same("$way: acquire", true, $lock->acquire());
        same("$way: it is known from then on", true, $lock->isAcquired());
        $lock->release();
        same(
            "$way: with the script unknown as well",
            'connection evalsha eval evalsha eval evalsha evalsha',
            $server->stop(),
        );
    }
});

group('an error inside a signal storm', function () {
    $server = new FakeRedis(null);
    $store = new RedisStore($server->dsn('?read_timeout=0.5'));
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
    $time = seconds(
        fn () => raises(
            'no answer',
            Symfony\Component\Lock\Exception\LockStorageException::class,
            'no answer within 0.5 seconds',
            fn () => lock($store)->isAcquired(),
        ),
    );
    between('signals do not make it longer', 0.49, 0.9, $time);
    $storm->kill();
    $storm->finish();
});
?>
--EXPECT--
ok: the server's refusals
ok: not the script's answer
ok: which numbers are answers
ok: not the protocol
ok: the connection ends
ok: answers in pieces
ok: no answer
ok: a late answer is nobody's
ok: a server without a clock for scripts
ok: an error inside a signal storm
