--TEST--
RedisStore: what killed waiters have left in the queue of a lock keeps nobody from being woken, and does not grow without end
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
/** So many that are not there, before all others. */
$leave = function (string $name, int $count) use ($admin) {
    foreach (array_chunk(range(1, $count), 1000) as $numbers) {
        $members = array_merge(...array_map(fn ($number) => [(string) (-4e15 + $number), "wgone$number"], $numbers));
        $admin->call('ZADD', channel($name).':queue', ...$members);
    }
};
$length = fn (string $name) => $admin->call('ZCARD', channel($name).':queue');

group('the release passes by many', function () use ($server, $leave, $length) {
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $leave($name, 100);
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('wait');
    same('it stands behind them', true, eventually(fn () => 101 === $length($name)));
    hand_over($lock, $waiter);
    same('they are gone', 0, $length($name));
    $waiter->finish();
});

group('there is an end', function () use ($server, $leave, $length) {
    $lock = lock($store = new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $leave($name, 5000);
    same('before', 5000, $length($name));
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('wait');
    same('with another one', true, eventually(fn () => 4096 === $length($name)));
    $waiter->kill();
});

group('who asks often does not shorten its life', function () use ($server, $admin) {
    $lock = lock($store = new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $waiter = sleeper($server->dsn(), $name); // asks once a minute
    $waiter->say('wait');
    same('it waits', true, eventually(fn () => 1 === listening($admin, $name)));
    same('another one', false, lock($store, $name)->acquire(true, 0.3));
    between('ms', 100_000, 130_000, $admin->call('PTTL', channel($name).':queue'));
    hand_over($lock, $waiter);
    $waiter->finish();
});
?>
--EXPECT--
ok: the release passes by many
ok: there is an end
ok: who asks often does not shorten its life
