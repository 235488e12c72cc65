--TEST--
RedisStore: whatever a server answers to a subscription, or does not, a wait goes on and keeps its deadline
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

function bulk(string ...$words): string
{
    return '*'.count($words)."\r\n".implode(
        '',
        array_map(fn ($word) => str_starts_with($word, ':') ? "$word\r\n" : '$'.strlen($word)."\r\n$word\r\n", $words),
    );
}

ini_set('slock.poll_interval', '50');
$answers = [
    'forbidden' => "-NOPERM this user has no permissions\r\n",
    'not known' => "-ERR unknown command\r\n",
    'elsewhere' => "-MOVED 1234 127.0.0.1:1\r\n",
    'a number' => ":1\r\n",
    'a status' => "+OK\r\n",
    'nil' => "$-1\r\n",
    'a nil list' => "*-1\r\n",
    'an empty list' => "*0\r\n",
    'a list of numbers' => "*3\r\n:1\r\n:2\r\n:3\r\n",
    'a list of lists' => "*3\r\n*0\r\n*0\r\n*0\r\n",
    'something else' => bulk('psubscribe', 'x', ':1'),
    'no protocol' => "HTTP/1.1 400 Bad Request\r\n\r\n",
    'half of it' => "*3\r\n$10\r\nssubs",
    'half of it, and the end' => ["*3\r\n$10\r\nssubs", false],
    'the end' => false,
    'the end of the subscription' => bulk('ssubscribe', 'x', ':1').bulk('sunsubscribe', 'x', ':0'),
    'nothing' => null,
    'a confirmation' => bulk('ssubscribe', 'x', ':1'),
    'many of them' => str_repeat(bulk('ssubscribe', 'x', ':1'), 300),
    'many hints' => str_repeat(bulk('ssubscribe', 'x', ':1').bulk('smessage', 'x', '200'), 300),
];
foreach ($answers as $what => $answer) {
    Checks::$group = $what;
    $server = new FakeRedis(
        evalsha: [...array_fill(0, 6, ":0\r\n"), ":1\r\n"],
        ssubscribe: [$answer],
        subscribe: [$answer],
    );
    $took = seconds(
        fn () => same(
            'the lock is acquired',
            'true',
            outcome(fn () => lock(new RedisStore($server->dsn()), null, 30, false)->acquire(true, 20)),
        ),
    );
    between('seconds', 0, 5, $took);
    $server->stop();
    Checks::$group = null;
}
echo "ok: odd answers\n";

group('odd hints are hints', function () {
    $server = new OwnRedis();
    $admin = $server->connect();
    $waiter = sleeper($server->dsn(), $name = unique());
    foreach ([
        '1',
        '7',
        '',
        'many',
        '-5',
        '0',
        '-0',
        '-1e3',
        '-99999999999999999999',
        '-9999999999999999999999',
        '99999999999999999999',
        str_repeat('9', 3000),
        "\0\r\n",
    ] as $hint) {
        lock(new RedisStore($server->dsn()), $name, 30, false)->acquire();
        $waiter->say('wait');
        listeners($server, $name, 1);
        $admin->call('DEL', $name); // which tells nobody
        $admin->call('SPUBLISH', own_channel($name, queue($admin, $name)[0]), $hint);
        same('"'.substr($hint, 0, 20).'"', 'got it', $waiter->hear(SOON));
        $waiter->say('release');
        same('released', 'released', $waiter->hear(SOON));
    }
    $waiter->finish();
});

group('a server that lets nobody else in', function () {
    pcntl_async_signals(true);
    $server = new FakeRedis(auth: ["+OK\r\n", null], evalsha: [":-30000\r\n"]);
    $store = new RedisStore(str_replace('//', '//secret@', $server->dsn()).'?timeout=5');
    $seen = [];
    pcntl_signal(SIGUSR1, function () use (&$seen) { $seen[] = now(); });
    $me = getmypid();
    $child = Child::start(
        "echo \"ready\n\"; fgets(STDIN); "
            ."for (\$i = 0; \$i < 10; ++\$i) { usleep(50_000); posix_kill($me, SIGUSR1); } fgets(STDIN);",
        'here',
        ['posix', 'pcntl'],
    );
    $child->hear();
    $child->say('go');
    $took = seconds(fn () => same('in vain', false, lock($store, null, 30, false)->acquire(true, 1)));
    between('seconds', 1, 3, $took);
    between('signals seen in the wait', 5, 10, count($seen));
    $child->finish();
    check('it was asked to', 1 < substr_count($server->stop(), 'auth'));
});

group('a server that has no room', function () {
    $server = new OwnRedis('--maxclients', '2');
    $holder = new RedisStore($server->dsn());
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $waiter = sleeper($server->dsn(), $name, [], []);
    $waiter->say('wait');
    usleep(300_000);
    hand_over($lock, $waiter);
    $waiter->finish();
});
?>
--EXPECT--
ok: odd answers
ok: odd hints are hints
ok: a server that lets nobody else in
ok: a server that has no room
