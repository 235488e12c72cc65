--TEST--
RedisStore: a wait ends when the holder releases, is killed, or runs the PHP package
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$native = "new Symfony\\Component\\Lock\\Store\\RedisStore('".$server->dsn()."')";
$client = "(function () { \$redis = new Redis(); \$redis->connect('127.0.0.1', $server->port); return \$redis; })()";
$package = "new Symfony\\Component\\Lock\\Store\\RedisStore($client)";
// The interval between two attempts, which counts where nobody tells, and what a loaded machine may take for the rest.
const INTERVAL = 0.11;
const SLACK = 0.4;

foreach ([
    'the extension' => [$native, 'here'],
    'the package 7.4' => [$package, '7.4'],
] as $with => [$makeStore, $which]) {
    foreach ([
        'acquire(true)' => 'acquire()',
        'acquireRead(true)' => 'acquire()',
        'acquire(true)  ' => 'acquireRead()',
    ] as $wait => $hold) {
        Checks::$group = "$with holds by $hold";
        $name = unique();
        $holder = holder($makeStore, $name, $hold, $which, ['redis']);
        Checks::$group = null;
        $waiter = waiter($native, $name, trim($wait));
        usleep(300_000);
        $holder->say('echo now(), "\n"; $lock->release();');
        $released = (float) $holder->hear();
        between(
            "$with released $hold, ".trim($wait)." noticed: seconds",
            0,
            INTERVAL + SLACK,
            (float) $waiter->hear() - $released,
        );
        $waiter->finish();
        $holder->finish();
    }
}

group('the extension releases, the package notices', function () use ($native, $package) {
    $holder = holder($native, $name = unique());
    $waiter = holder($package, $name, '', '7.4', ['redis']);
    $waiter->say('echo "waiting\n"; $lock->acquire(true); echo now(), "\n";');
    $waiter->hear();
    usleep(300_000);
    $holder->say('echo now(), "\n"; $lock->release();');
    between('in time', 0, INTERVAL + SLACK, -(float) $holder->hear() + (float) $waiter->hear());
    $waiter->finish();
    $holder->finish();
});

group('a killed holder', function () use ($native, $server) {
    $holder = Child::start(
        "\$lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key(\$argv[1]), $native, 3.0); "
            ."\$begun = now(); \$lock->acquire(); echo \$begun, \"\n\"; fgets(STDIN);",
        'here',
        [],
        [],
        [$name = unique()],
    );
    $acquired = (float) $holder->hear();
    $waiter = waiter($native, $name);
    $waiting = now();
    $holder->kill();
    check('is still the holder', !lock(new RedisStore($server->dsn()), $name)->acquire() || now() > $acquired + 2.99);
    between(
        'until its time is over',
        2.99,
        max(3, $waiting - $acquired) + INTERVAL + SLACK,
        (float) $waiter->hear() - $acquired,
    );
    $waiter->finish();
    $holder->finish();
});

group('the end of a lock that nobody releases is known before', function () use ($server) {
    // Polling, it would be noticed after 60 seconds.
    ini_set('slock.poll_interval', '60000');
    foreach (ways($server->port) as $way => $makeStore) {
        foreach (['acquire', 'acquireRead'] as $method) {
            $since = now();
            lock($makeStore(), $name = unique(), 1.0, false)->acquire();
            same($method, true, lock($makeStore(), $name)->$method(true, 20));
            between("$way, $method: seconds", 0.99, 5, now() - $since);
        }
    }
    ini_set('slock.poll_interval', '100');
});

group('how often it asks', function () use ($server) {
    $witness = new Witness($server);
    $store = new RedisStore($server->dsn().'?read_timeout=4');
    // Once it is heard: at once, then in each interval, a tenth shorter at the least, and at the end. Before that it
    // asks more often, and while the machine does something else not at all: fewer than there should be count when they
    // are fewer each time.
    foreach ([100 => 7, 400 => 3] as $interval => $least) {
        ini_set('slock.poll_interval', (string) $interval);
        for ($most = $run = 0; $most < $least && $run < 3; ++$run) {
            $holder = lock(new RedisStore($server->dsn()), $name = unique(), 1.5);
            $holder->acquire();
            $start = now();
            $commands = $witness->commands(fn () => lock($store, $name)->acquire(true));
            $bound = ceil((now() - $start) / (0.9 * $interval / 1000)) + 3;
            $attempts = substr_count(strstr($commands, 'ssubscribe') ?: '', 'evalsha');
            between("$interval ms: attempts", 0, $bound, $attempts);
            between("$interval ms: subscriptions", 0, 1, substr_count($commands, 'ssubscribe'));
            $most = max($most, $attempts);
        }
        check("$interval ms: attempts of the run that had most", $most >= $least, "$most");
    }
    ini_set('slock.poll_interval', '100');
});

group('a server that fails during a wait', function () use ($native, $server) {
    $own = new OwnRedis();
    $holder = lock(new RedisStore($own->dsn()), $name = unique(), 30, false);
    $holder->acquire();
    $waiter = holder("new Symfony\\Component\\Lock\\Store\\RedisStore('".$own->dsn()."')", $name, '');
    $waiter->say('echo "waiting\n"; echo outcome(fn () => $lock->acquire(true)), "\n";');
    $waiter->hear();
    usleep(200_000);
    $own->stop();
    $end = (string) $waiter->hear();
    check('ends it', str_contains($end, 'LockStorageException: Redis at 127.0.0.1:'), $end);
    $waiter->finish();
});
?>
--EXPECT--
ok: the extension released acquire(), acquire(true) noticed: seconds
ok: the extension released acquire(), acquireRead(true) noticed: seconds
ok: the extension released acquireRead(), acquire(true) noticed: seconds
ok: the package 7.4 released acquire(), acquire(true) noticed: seconds
ok: the package 7.4 released acquire(), acquireRead(true) noticed: seconds
ok: the package 7.4 released acquireRead(), acquire(true) noticed: seconds
ok: the extension releases, the package notices
ok: a killed holder
ok: the end of a lock that nobody releases is known before
ok: how often it asks
ok: a server that fails during a wait
