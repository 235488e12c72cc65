--TEST--
RedisStore: where the ACL forbids channels or the queue releasing works and waiters poll, and the server is not asked again and again
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$minimal = [
    'on',
    '>secret',
    '~lock:*',
    '+auth',
    '+eval',
    '+evalsha',
    '+type',
    '+time',
    '+zadd',
    '+zcard',
    '+zrem',
    '+zremrangebyscore',
    '+zrevrange',
    '+zscore',
    '+pexpireat',
];
$admin->call('ACL', 'SETUSER', 'plain', ...$minimal);
$woken = [...$minimal, '+zrange', '+pttl', '+zremrangebyrank', '+spublish', '+ssubscribe'];
$admin->call('ACL', 'SETUSER', 'channelless', ...[...$woken, '~slock:*']);
$admin->call('ACL', 'SETUSER', 'queueless', ...[...$woken, '&slock:*']);
$admin->call('ACL', 'SETUSER', 'told', ...[...$woken, '~slock:*', '&slock:*']);
$dsn = fn (string $user) => "redis://$user:secret@127.0.0.1:$server->port";
$name = fn () => unique('lock:');

/** How often the server has refused something to the user. */
$refused = function (string $user) use ($admin): int {
    $count = 0;
    foreach ($admin->call('ACL', 'LOG', '1000') as $entry) {
        $entry = array_column(array_chunk($entry, 2), 1, 0);
        $count += $user === $entry['username'] ? $entry['count'] : 0;
    }

    return $count;
};

group('what the documentation says is enough', function () use ($dsn, $name, $server, $refused) {
    $waiter = sleeper($dsn('told'), $resource = $name());
    $lock = lock(new RedisStore($dsn('told')), $resource);
    $lock->acquire();
    $waiter->say('wait');
    listeners($server, $resource, 1);
    hand_over($lock, $waiter);
    $waiter->say('release');
    same('released', 'released', $waiter->hear());
    $waiter->finish();
    same('nothing was refused', 0, $refused('told'));
});

foreach (['plain' => 1, 'channelless' => 0, 'queueless' => 1] as $user => $refusals) {
    group("$user: nobody is told", function () use ($user, $refusals, $dsn, $name, $refused) {
        $store = new RedisStore($dsn($user));
        for ($i = 0; $i < 5; ++$i) {
            $lock = lock($store, $name());
            same('acquire', true, $lock->acquire());
            $lock->release();
            same('released', false, $lock->isAcquired());
        }
        same('refused at the first release only', $refusals, $refused($user));
    });

    group("$user: a waiter polls", function () use ($user, $refusals, $dsn, $name, $refused, $admin) {
        $admin->call('ACL', 'LOG', 'RESET');
        $waiter = sleeper($dsn($user), $resource = $name(), [], []);
        $holder = new RedisStore($dsn('told'));
        for ($i = 0; $i < 3; ++$i) {
            $lock = lock($holder, $resource);
            $lock->acquire();
            $waiter->say('wait');
            // At the first time it asks; then it has to see the answer, before anything else.
            check('refused', eventually(fn () => $refused($user) > 0));
            usleep(200_000);
            same('nobody listens', [], $admin->call('PUBSUB', 'SHARDCHANNELS'));
            hand_over($lock, $waiter);
            $waiter->say("release");
            same("released", "released", $waiter->hear());
            usleep(50_000);
        }
        same('refused once, and at the first release', 1 + $refusals, $refused($user));
        $waiter->finish();
    });
}

group(
    'who may not publish says so to nobody, and the others poll',
    function () use ($dsn, $name, $refused, $admin, $server) {
        $admin->call('ACL', 'LOG', 'RESET');
        $store = new RedisStore($dsn('channelless'));
        $resource = $name();
        $waiter = sleeper($dsn('told'), $resource, [], []);
        for ($i = 0; $i < 3; ++$i) {
            $lock = lock($store, $resource);
            same('acquire', true, $lock->acquire(true, 5));
            $waiter->say('wait');
            listeners($server, $resource, 1);
            hand_over($lock, $waiter);
            $waiter->say('release');
            same('released', 'released', $waiter->hear());
        }
        same('refused once', 1, $refused('channelless'));
        $waiter->finish();
    },
);
?>
--EXPECT--
ok: what the documentation says is enough
ok: plain: nobody is told
ok: plain: a waiter polls
ok: channelless: nobody is told
ok: channelless: a waiter polls
ok: queueless: nobody is told
ok: queueless: a waiter polls
ok: who may not publish says so to nobody, and the others poll
