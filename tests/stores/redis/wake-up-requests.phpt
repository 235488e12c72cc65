--TEST--
RedisStore: a first wait asks three times and subscribes once, the next one asks twice; one that finds the lock free once
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();

/** What is sent while $f runs, but for what the test itself asks. */
function sent(OwnRedis $server, callable $f): string
{
    return trim(preg_replace('/ ?\b(zrangebyscore|pubsub)\b/', '', (new Witness($server))->commands($f)));
}

group('what is sent', function () use ($server, $admin) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $lock = lock(new RedisStore($server->dsn()), $name);
    $lock->acquire();
    $lock->release();
    $lock->acquire();
    $queued = fn () => eventually(fn () => 1 === listening($admin, $name));
    $first = sent($server, function () use ($waiter, $queued) {
        $waiter->say('wait');
        same('it waits', true, $queued());
    });
    // It tries again, ever less often, while the connection is being made and until the server has confirmed, if that
    // takes long.
    check('the first wait', preg_match('/^evalsha( evalsha){0,5} ssubscribe( evalsha){1,6}$/', $first), $first);
    same('a release, and the waiter', 'evalsha evalsha', sent($server, fn () => hand_over($lock, $waiter)));
    $waiter->say('release');
    $waiter->hear();
    $lock->acquire();
    same('the next wait', 'evalsha evalsha evalsha', sent($server, function () use ($waiter, $queued, $lock) {
        $waiter->say('wait');
        same('it waits again', true, $queued());
        hand_over($lock, $waiter);
    }));
    $waiter->finish();
});

group('8 processes that take turns', function () use ($server, $admin) {
    $name = unique();
    $waiters = [];
    $lock = lock(new RedisStore($server->dsn()), $name);
    $lock->acquire();
    for ($i = 0; $i < 8; ++$i) {
        $waiters[] = $waiter = sleeper($server->dsn(), $name);
        $waiter->say('for ($i = 0; $i < 50; ++$i) { $lock->acquire(true); $lock->release(); } echo "done\n";');
    }
    same('all wait', true, eventually(fn () => 8 === listening($admin, $name)));
    $sent = sent($server, function () use ($lock, $waiters) {
        $lock->release();
        foreach ($waiters as $waiter) {
            same('done', 'done', $waiter->hear());
        }
    });
    // Who has released asks to be woken, is woken and asks, and releases.
    between('requests a turn', 2, 3.2, substr_count($sent, 'evalsha') / 400);
    same('and nothing else', '', trim(str_replace('evalsha', '', $sent)));
    foreach ($waiters as $waiter) {
        $waiter->finish();
    }
});

group('a wait that finds the lock free at once subscribes to nothing', function () use ($server) {
    $store = new RedisStore($server->dsn());
    lock($store)->acquire();
    same('what is sent', 'evalsha evalsha evalsha evalsha', sent($server, function () use ($store) {
        $lock = lock($store);
        $lock->acquire(true);
        $lock->release();
        $lock->acquire(true, 5);
        $lock->release();
    }));
});
?>
--EXPECT--
ok: what is sent
ok: 8 processes that take turns
ok: a wait that finds the lock free at once subscribes to nothing
