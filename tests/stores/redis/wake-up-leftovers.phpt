--TEST--
RedisStore: when a wait has ended its subscription and its connection are gone; with the lock, when nobody waits any more
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

foreach (['' => '', ', release=send' => '?release=send'] as $how => $parameters) {
    group("it got the lock$how", function () use ($parameters, $holder, $left, $nothing, $server, $admin) {
        $waiter = sleeper($server->dsn().$parameters, $name = unique());
        $lock = lock($holder, $name);
        $lock->acquire();
        $waiter->say(CONNECTIONS);
        $waiter->say('wait');
        listeners($server, $name, 1);
        check('while it waits', $left() !== $nothing);
        hand_over($lock, $waiter);
        check('it keeps the subscription', $left() !== $nothing);
        same('nobody is in the queue', 0, $admin->call('EXISTS', channel($name).':queue'));
        $waiter->say('$lock->release(); $lock->acquire(); $lock->release(); echo connections(), "\n";');
        same('for some time', '1', $waiter->hear());
        check('also at the server', $left() !== $nothing);
        $waiter->say('usleep(1_100_000); $lock->acquire(); $lock->release(); echo connections(), "\n";');
        same('until nobody waits for the lock any more', '0', $waiter->hear());
        same('at the server', true, eventually(fn () => $nothing === $left()));
        $waiter->finish();
    });
}

group('it got the lock, and the store goes', function () use ($holder, $left, $nothing, $server) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $lock = lock($holder, $name);
    $lock->acquire();
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->say('$lock = $store = null; echo "gone\n";');
    same('gone', 'gone', $waiter->hear());
    same('at the server', true, eventually(fn () => $nothing === $left()));
    $waiter->finish();
});

group('it got the lock, waits for another one, and forks', function () use ($holder, $left, $nothing, $server, $admin) {
    $waiter = sleeper($server->dsn(), $name = unique(), ['pcntl', 'posix']);
    $lock = lock($holder, $name);
    $lock->acquire();
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->say('$lock->release(); echo "released\n";');
    same('released', 'released', $waiter->hear());
    $lock->acquire();
    $waiter->say(
        'if (!pcntl_fork()) { echo $lock->acquire(true) ? "child\n" : "", $lock->release(); '
            .'posix_kill(getmypid(), 9); } pcntl_wait($status); echo "parent\n";',
    );
    same('the child has a subscription of its own', true, eventually(fn () => 1 === listening($admin, $name)));
    same('beside that of the parent', 2, subscribed($admin, $name));
    $lock->release();
    same('the child', 'child', $waiter->hear(SOON));
    same('the parent', 'parent', $waiter->hear(SOON));
    $lock->acquire();
    $other = lock($holder, $second = unique());
    $other->acquire();
    $waiter->say('wait');
    listeners($server, $name, 1);
    same('with what it had', 1, subscribed($admin, $name));
    hand_over($lock, $waiter);
    $waiter->say(
        '$other = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key("'.$second.'"), $store, 30); '
            .'echo $other->acquire(true) ? "other\n" : "no\n";',
    );
    listeners($server, $second, 1);
    $other->release();
    same('got it', 'other', $waiter->hear(SOON));
    same('only the last one is kept', true, eventually(fn () => 0 === subscribed($admin, $name)));
    same('that is', 1, subscribed($admin, $second));
    $waiter->finish();
    same('at the server', true, eventually(fn () => $nothing === $left()));
});

group('a deadline', function () use ($store, $holder, $sockets, $left, $nothing, $admin) {
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
        check("$timeout: at the server", eventually(fn () => $nothing === $left()));
        same("$timeout: it has left the queue", 0, $admin->call('EXISTS', channel($name).':queue'));
    }
});

group('an exception of a handler', function () use ($store, $holder, $sockets, $left, $nothing, $server) {
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $before = $sockets();
    signal_a_waiter($server, $name);
    raises('it', Enough::class, 'enough', fn () => lock($store, $name)->acquire(true));
    same('sockets', $before, $sockets());
    check('at the server', eventually(fn () => $nothing === $left()));
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
        check('at the server', eventually(fn () => $nothing === $left()));
        $lock->release();
        same('nobody took it', true, lock($holder, $name)->acquire());
    });
}

group('a fork in a handler', function () use ($holder, $left, $nothing, $server, $admin) {
    $lock = lock($holder, $name = unique());
    $lock->acquire();
    $waiter = sleeper($server->dsn(), $name, ['pcntl', 'posix'], ['slock.poll_interval' => 2000]);
    $waiter->say(
        'pcntl_async_signals(true); '
            .'pcntl_signal(SIGUSR1, function () use (&$pid) { $pid = pcntl_fork(); echo "forked\n"; }); '
            .'echo "ready\n";',
    );
    $waiter->hear();
    $witness = new Witness($server);
    $seen = $witness->commands(function () use ($waiter, $admin, $name) {
        $waiter->say('wait');
        same('it waits', true, eventually(fn () => 1 === listening($admin, $name)));
        posix_kill($waiter->pid(), SIGUSR1);
        same('two processes', ['forked', 'forked'], [$waiter->hear(), $waiter->hear()]);
        usleep(300_000);
    });
    same(
        'the child says nothing on the connection of the parent, and subscribes on its own',
        ['ssubscribe' => 2],
        array_diff_key(
            array_count_values(explode(' ', $seen)),
            ['evalsha' => 0, 'eval' => 0, 'zrangebyscore' => 0, 'pubsub' => 0],
        ),
    );
    $subscribed = array_filter($witness->clients, fn ($said) => in_array('ssubscribe', $said));
    same('each says nothing else there', [['ssubscribe'], ['ssubscribe']], array_values($subscribed));
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
    [$killed, $scripts] = [now(), scripts($admin)];
    $admin->call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    same('it subscribes again', true, eventually(fn () => 1 === listening($admin, $name)));
    between('with the next poll: seconds', 0, 1.1 + 2, now() - $killed);
    same('once', 1, $calls() - $before);
    usleep(300_000);
    $attempts = scripts($admin) - $scripts;
    // Each poll comes a second after the one before, a tenth less at most.
    $polls = floor((now() - $killed) / 0.9);
    between('attempts: the poll, and one more when it is heard again', 2, 2 + max(1, $polls), $attempts);
    hand_over($lock, $waiter);
    $waiter->finish();
    same('nothing is left', true, eventually(fn () => $nothing === $left()));
});
?>
--EXPECT--
ok: it got the lock
ok: it got the lock, release=send
ok: it got the lock, and the store goes
ok: it got the lock, waits for another one, and forks
ok: a deadline
ok: an exception of a handler
ok: a fatal error in a handler
ok: exit in a handler
ok: SIGKILL in a handler
ok: a fork in a handler
ok: the server ends the subscription
