--TEST--
RedisStore: when a wait has ended, however it has, its subscription and its connection are gone
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$sockets = fn () => count(open_files('socket:'));
/** What the server knows of waiters. */
$left = fn () => [
    $admin->call('PUBSUB', 'SHARDCHANNELS'),
    $admin->call('PUBSUB', 'CHANNELS'),
    preg_match_all('/ s?sub=[1-9]| ssub=[1-9]/', $admin->call('CLIENT', 'LIST')),
];
$nothing = [[], [], 0];
$store = new RedisStore($server->dsn());
$holder = new RedisStore("redis://$server->socket");

/** Code for a child: how many connections it has now beyond those it had when it was asked first. */
const CONNECTIONS =
    'function connections() { static $first; $now = count(array_filter(glob("/proc/self/fd/*"), '
        .'fn ($f) => str_starts_with((string) @readlink($f), "socket:"))); return $now - ($first ??= $now); } '
        .'$lock->isAcquired(); connections(); ';

pcntl_async_signals(true);
class Enough extends Exception
{
}
pcntl_signal(SIGUSR1, fn () => throw new Enough('enough'));

/** Sends the signal when the lock is waited for. */
function signal_a_waiter(OwnRedis $server, string $name, int $signal = SIGUSR1): void
{
    Child::start(
        '$admin = fsockopen("127.0.0.1", $argv[1]); do { usleep(20_000); fwrite($admin, "PUBSUB SHARDCHANNELS\r\n"); '
            .'} while (!str_starts_with(fgets($admin), "*1")); usleep(50_000); '
            .'posix_kill((int) $argv[2], (int) $argv[3]); fgets(STDIN);',
        'here',
        ['posix'],
        [],
        [(string) $server->port, (string) getmypid(), (string) $signal],
    );
}

group('it got the lock', function () use ($store, $holder, $sockets, $left, $nothing, $server) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $lock = lock($holder, $name);
    $lock->acquire();
    $waiter->say(CONNECTIONS);
    $waiter->say('wait');
    listeners($server, $name, 1);
    check('while it waits', $left() !== $nothing);
    hand_over($lock, $waiter);
    same('at the server', $nothing, $left());
    $waiter->say('echo connections(), "\n";');
    same('connections of the process', '0', $waiter->hear());
    $waiter->finish();
});

group('a deadline', function () use ($store, $holder, $sockets, $left, $nothing) {
    lock($store)->acquire(); // connects
    $before = $sockets();
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $before = $sockets();
    foreach ([0.0, 0.001, 0.05, 0.3] as $timeout) {
        $waiting = lock($store, $name);
        $took = seconds(fn () => same("$timeout", false, $waiting->acquire(true, $timeout)));
        between("$timeout: seconds", $timeout, $timeout + 2, $took);
        same("$timeout: sockets", $before, $sockets());
        check("$timeout: at the server", eventually(fn () => $nothing === $left(), 1));
    }
});

group('an exception of a handler', function () use ($store, $holder, $sockets, $left, $nothing, $server) {
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $before = $sockets();
    signal_a_waiter($server, $name);
    raises('it', Enough::class, 'enough', fn () => lock($store, $name)->acquire(true));
    same('sockets', $before, $sockets());
    check('at the server', eventually(fn () => $nothing === $left(), 1));
});

foreach ([
    'trigger_error("the end", E_USER_ERROR)' => 'a fatal error',
    'exit(0)' => 'exit',
    'posix_kill(getmypid(), 9)' => 'SIGKILL',
] as $end => $what) {
    group("$what in a handler", function () use ($end, $holder, $left, $nothing, $server) {
        $lock = lock($holder, $name = unique());
        $lock->acquire();
        $waiter = sleeper($server->dsn().'?persistent=1', $name, ['pcntl', 'posix']);
        $waiter->say(
            CONNECTIONS.'pcntl_async_signals(true); pcntl_signal(SIGUSR1, fn () => '.$end
                .'); register_shutdown_function(function () { echo "connections: ", connections(), "\n"; }); '
                .'echo "ready\n";',
        );
        $waiter->hear();
        $waiter->say('wait');
        listeners($server, $name, 1);
        posix_kill($waiter->pid(), SIGUSR1);
        $said = $waiter->finish();
        if (!str_contains($end, 'kill')) {
            check('its descriptor is closed before the process ends', str_contains($said, 'connections: 0'), $said);
        }
        check('at the server', eventually(fn () => $nothing === $left(), 5));
        $lock->release();
        same('nobody took it', true, lock($holder, $name)->acquire());
    });
}

group('a fork in a handler', function () use ($holder, $left, $nothing, $server, $admin) {
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $waiter = sleeper($server->dsn(), $name, ['pcntl', 'posix'], ['slock.poll_interval' => 2000]);
    $waiter->say(
        'pcntl_async_signals(true); pcntl_signal(SIGUSR1, function () use (&$pid) { $pid = pcntl_fork(); }); '
            .'echo "ready\n";',
    );
    $waiter->hear();
    $witness = new Witness($server);
    $seen = $witness->commands(function () use ($waiter, $server, $name) {
        $waiter->say('wait');
        usleep(300_000);
        posix_kill($waiter->pid(), SIGUSR1);
        usleep(300_000);
    });
    same(
        'the child says nothing on the connection of the parent',
        ['ssubscribe' => 1],
        array_diff_key(array_count_values(explode(' ', $seen)), ['evalsha' => 0, 'eval' => 0]),
    );
    same('both listen in the end', true, eventually(fn () => 2 === listening($admin, $name), 10));
    usleep(100_000);
    hand_over($lock, $waiter);
    same('nobody', true, eventually(fn () => listening($admin, $name) < 2));
    $waiter->say('release');
    $waiter->hear();
    $waiter->kill();
});

group('the server ends the subscription', function () use ($holder, $left, $nothing, $server, $admin) {
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $waiter = sleeper($server->dsn(), $name, [], ['slock.poll_interval' => 1000]);
    $waiter->say('wait');
    listeners($server, $name, 1);
    $calls = fn () => preg_match('/cmdstat_ssubscribe:calls=(\d+)/', $admin->call('INFO', 'commandstats'), $m)
        ? (int) $m[1]
        : 0;
    $before = $calls();
    $scripts = scripts($admin);
    $killed = now();
    $admin->call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    same('it subscribes again', true, eventually(fn () => 1 === listening($admin, $name)));
    between('with the next poll', 0, 1.1 + 2, now() - $killed);
    same('once', 1, $calls() - $before);
    usleep(300_000);
    between('attempts: the poll, and one more when it is heard again', 2, 3, scripts($admin) - $scripts);
    hand_over($lock, $waiter);
    same('nothing is left', $nothing, $left());
    $waiter->finish();
});
?>
--EXPECT--
ok: it got the lock
ok: a deadline
ok: an exception of a handler
ok: a fatal error in a handler
ok: exit in a handler
ok: SIGKILL in a handler
ok: a fork in a handler
ok: the server ends the subscription
