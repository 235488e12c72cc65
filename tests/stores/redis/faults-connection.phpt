--TEST--
RedisStore: servers that are not there, do not answer, go away and come back
--EXTENSIONS--
igbinary
redis
pcntl
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

/** A loopback port where nobody listens. */
function closed_port(): int
{
    $server = stream_socket_server('tcp://127.0.0.1:0');

    return (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
}

group('nobody listens', function () {
    $port = closed_port();
    foreach (ways($port) as $way => $makeStore) {
        if ('Redis' !== $way) { // \Redis fails before there is a store
            fails($way, $makeStore, 'Connection refused');
        }
    }
    fails(
        'with the name',
        fn () => new RedisStore("redis://127.0.0.1:$port/3"),
        "Redis at 127.0.0.1:$port: cannot connect: Connection refused",
    );
    fails('IPv6', fn () => new RedisStore("redis://[::1]:$port"), "Redis at [::1]:$port: cannot connect: ");
    fails(
        'all addresses of a name',
        fn () => new RedisStore("redis://localhost:$port"),
        "Redis at localhost:$port: cannot connect: Connection refused",
    );
    fails(
        'a socket that is not there',
        fn () => new RedisStore('redis:///nowhere/redis.sock'),
        'Redis at /nowhere/redis.sock: cannot connect: No such file or directory',
    );
    fails(
        'a socket that is none',
        fn () => new RedisStore('redis://'.__FILE__),
        'Redis at '.__FILE__.': cannot connect: Connection refused',
    );
    fails(
        'a path that is too long',
        fn () => new RedisStore('redis:///'.str_repeat('x', 200)),
        'cannot connect: File name too long',
    );
});

group('a name that is none', function () {
    $e = raises(
        'no address',
        LockStorageException::class,
        'Redis at no-such-host.invalid:6379: cannot connect: ',
        fn () => (new RedisStore('redis://no-such-host.invalid'))->save(new Symfony\Component\Lock\Key('x')),
    );
    check('says which part failed', (bool) preg_match('/name|resol/i', $e->getMessage()), $e->getMessage());
});

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
    between('the setting', 0.29, 0.7, seconds(fn () => $try($store)));

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
    between('signals make it neither shorter nor longer', 0.49, 0.9, seconds(fn () => $try($store)));
    $storm->kill();
    $storm->finish();
});

group('a server that stands still', function () {
    $server = new OwnRedis();
    foreach (['DSN' => "read_timeout=0.3", 'database' => 'dbindex=3&timeout=0.3'] as $what => $parameters) {
        $store = new RedisStore($server->dsn()."?$parameters");
        'DSN' === $what && $store->exists(new Symfony\Component\Lock\Key('connect'));
        $server->signal(SIGSTOP);
        $time = seconds(
            fn () => raises(
                $what,
                LockStorageException::class,
                "Redis at 127.0.0.1:$server->port: no answer within 0.3 seconds",
                fn () => lock($store)->isAcquired(),
            ),
        );
        between("$what: one timeout once", 0.29, 0.58, $time);
        $time = seconds(
            fn () => fails(
                $what,
                fn () => $store,
                'no answer within',
                ['acquireRead', 'acquire(true)', 'refresh', 'isAcquired', 'release'],
            ),
        );
        between("$what: again", 0.2, 6, $time);
        $server->signal(SIGCONT);
        same("$what: goes on", true, lock($store)->acquire());
    }
    $lock = lock(new RedisStore($server->dsn().'?read_timeout=0.3'), $name = unique());
    $lock->acquire();
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings) {
        return (bool) $warnings[] = $message;
    });
    $server->signal(SIGSTOP);
    between('a destructor waits as long', 0.29, 0.58, seconds(function () use (&$lock) { $lock = null; }));
    $server->signal(SIGCONT);
    restore_error_handler();
    same('and warns', 1, count($warnings));
});

group('restarted', function () {
    $server = new OwnRedis();
    $port = $server->port;
    $restart = fn () => new OwnRedis('--port', (string) $port); // whose own idea of its port is another one
    // \Redis stays disconnected until it is told to connect.
    foreach (array_diff_key(ways($port), ['Redis' => 0]) as $way => $makeStore) {
        $store = $makeStore();
        $lock = lock($store, $name = unique(), 30, false);
        same("$way: before", true, $lock->acquire());
        $server->stop();
        if ('DSN' === $way) {
            raises("$way: stopped", LockStorageException::class, 'Connection refused', fn () => $lock->isAcquired());
            raises("$way: still", LockStorageException::class, 'Connection refused', fn () => $lock->isAcquired());
        }
        $server = $restart();
        if ('Predis' === $way) { // which reports the first loss
            outcome(fn () => $lock->isAcquired());
        }
        same("$way: the lock is gone with the server", false, $lock->isAcquired());
        same("$way: another one", true, $lock->acquire());
        $lock->release();
    }
    $store = new RedisStore("redis://127.0.0.1:$port");
    $lock = lock($store, unique(), 30, false);
    $lock->acquire();
    $server->stop();
    $server = $restart();
    same('between two calls nobody notices', true, $lock->acquire());
});

group('killed connections', function () {
    $server = new OwnRedis();
    $admin = $server->connect();
    $witness = new Witness($server);
    $store = new RedisStore($server->dsn().'/2');
    $lock = lock($store);
    foreach (['acquire', 'acquireRead', 'refresh', 'isAcquired', 'release', 'acquire'] as $method) {
        $lock->$method(); // brings the scripts to the server
    }
    foreach (['refresh', 'isAcquired', 'release', 'acquireRead', 'acquire'] as $method) {
        $killed = 0;
        $commands = $witness->commands(function () use ($admin, $lock, $method, &$killed) {
            foreach (explode("\n", $admin->call('CLIENT', 'LIST')) as $line) {
                if (preg_match('/^id=(\d+) .* db=2 /', $line, $m)) {
                    $killed += $admin->call('CLIENT', 'KILL', 'ID', $m[1]);
                }
            }
            check("$method works", in_array($lock->$method(), [true, null], true));
        });
        same("$method: one was killed", 1, $killed);
        same("$method: connected once more", 'select evalsha', $commands);
    }
});

group('a lost connection raises no SIGPIPE', function () {
    $server = new OwnRedis();
    // Sending on a unix socket whose other end is closed fails at once; by default the signal would end the process.
    $child = Child::start(<<<'CODE'
        pcntl_signal(SIGPIPE, SIG_DFL);
        $store = new Symfony\Component\Lock\Store\RedisStore("redis://$argv[1]");
        $key = new Symfony\Component\Lock\Key('x');
        $store->save($key);
        echo "connected\n";
        fgets(STDIN);
        echo show($store->exists($key)), "\n";
        CODE, 'here', ['pcntl'], [], [$server->socket]);
    same('it works', 'connected', $child->hear());
    $server->connect()->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $child->say('go');
    same('it goes on', 'true', $child->hear());
    $child->finish();
    same('its exit status', 0, $child->exit);
});

group('a thousand connections leave none behind', function () {
    $count = fn () => count(scandir('/proc/self/fd'));
    $server = new OwnRedis();
    $admin = $server->connect();
    $refused = 'redis://127.0.0.1:'.closed_port();
    $bad = $server->dsn().'/99';
    $before = null;
    for ($i = 0; $i < 1000; ++$i) {
        $store = new RedisStore($server->dsn());
        $store->exists($key = new Symfony\Component\Lock\Key('x'));
        foreach ([$refused, $bad] as $dsn) {
            try {
                (new RedisStore($dsn))->exists($key);
            } catch (LockStorageException) {
            }
        }
        $store = null;
        $before ??= $count();
    }
    same('descriptors', $before, $count());
    check('at the server too', eventually(fn () => 1 === substr_count($admin->call('CLIENT', 'LIST'), 'id=')));
    check(
        'it were a thousand and more',
        preg_match('/total_connections_received:(\d+)/', $admin->call('INFO', 'stats'), $m) && $m[1] > 2000,
    );
});
?>
--EXPECT--
ok: nobody listens
ok: a name that is none
ok: nobody accepts
ok: a server that stands still
ok: restarted
ok: killed connections
ok: a lost connection raises no SIGPIPE
ok: a thousand connections leave none behind
