--TEST--
RedisStore: what would let a wake-up get lost: readers whose time is over, a subscription that ended between two waits, trouble with another lock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$holder = new RedisStore("redis://$server->socket");
/** What the waiter says within the time that no poll could take. */
$soon = function (Child $waiter): float {
    $start = now();
    same('woken', 'got it', $waiter->hear(SOON));

    return now() - $start;
};

group('a release beside a reader whose time is over', function () use ($server, $admin, $holder) {
    $reader = lock($holder, $name = unique());
    same('reads', true, $reader->acquireRead());
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('echo "ready\n";');
    same('ready', 'ready', $waiter->hear());
    // Until the waiter is in the queue both are readers: who asks takes away those whose time is over.
    $over = lock($holder, $name, 1.5, false);
    same('reads too', true, $over->acquireRead());
    $waiter->say('wait');
    listeners($server, $name, 1);
    usleep(1_500_000);
    same('both are there', 2, $admin->call('ZCARD', $name));
    hand_over($reader, $waiter);
    $waiter->finish();
});

group("a reader that becomes the writer when the other one's time is over", function () use ($server, $holder, $soon) {
    $other = lock($holder, $name = unique(), 1.0, false);
    same('reads', true, $other->acquireRead());
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('read');
    same('reads too', 'got it', $waiter->hear());
    $waiter->say('wait');
    between('seconds', 0, 3, $soon($waiter));
    $waiter->finish();
});

group('the server has ended what was kept for the next wait', function () use ($server, $admin, $holder) {
    $waiter = sleeper($server->dsn(), $name = unique());
    foreach ([1, 2] as $wait) {
        ($lock = lock($holder, $name))->acquire();
        $waiter->say('wait');
        listeners($server, $name, 1);
        hand_over($lock, $waiter);
        same('kept', 1, subscribed($admin, $name));
        same('ended', 1, $admin->call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
        $waiter->say('release');
        $waiter->hear();
    }
    $waiter->finish();
});

group('the server ends the subscription of a wait', function () use ($server, $admin, $holder) {
    ($lock = lock($holder, $name = unique()))->acquire();
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('wait');
    listeners($server, $name, 1);
    same('ended', 1, $admin->call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('a lock that nobody can queue for', function () use ($server, $admin, $holder) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $admin->call('SET', $foreign = unique(), 'of an older format');
    $queue = channel($taken = unique()).':queue';
    $admin->call('SET', $queue, 'of somebody else');
    ($held = lock($holder, $taken))->acquire();
    foreach ([$foreign, $taken] as $bad) {
        $waiter->say("\$bad = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('$bad'), \$store, 30);");
        $waiter->say('echo json_encode($bad->acquire(true, 1.0)), "\n";');
        same('in vain', 'false', $waiter->hear());
    }
    $held->release();
    ($lock = lock($holder, $name))->acquire();
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
});
?>
--EXPECT--
ok: a release beside a reader whose time is over
ok: a reader that becomes the writer when the other one's time is over
ok: the server has ended what was kept for the next wait
ok: the server ends the subscription of a wait
ok: a lock that nobody can queue for
