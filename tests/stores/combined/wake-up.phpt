--TEST--
CombinedStore: who waits for a quorum of Redis servers is woken by one of them, and by another one where that is gone
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];

group('ten times in a row', function () use ($servers) {
    $waiter = quorum_sleeper($servers, $name = unique());
    $took = 0;
    $lock = lock(quorum(...$servers), $name);
    for ($i = 0; $i < 10; ++$i) {
        same('acquire', true, $lock->acquire(true));
        $waiter->say('wait');
        waits_at($name, 1, ...$servers);
        $took += hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    between('seconds in all', 0, 5, $took);
    $waiter->finish();
});

group('nobody asks while nothing happens', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    $lock->acquire();
    $waiter = quorum_sleeper($servers, $name);
    $waiter->say('wait');
    waits_at($name, 1, ...$servers);
    foreach ($servers as $server) {
        same('scripts', [], array_intersect_key(
            commands_during($server->connect(), fn () => usleep(300_000)),
            ['eval' => 0, 'evalsha' => 0],
        ));
    }
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('one after another', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    $lock->acquire();
    $waiters = [];
    foreach ([1, 2, 3, 4] as $count) {
        $waiters[] = $waiter = quorum_sleeper($servers, $name);
        $waiter->say('wait');
        $waiter->say('release');
        waits_at($name, $count, ...$servers);
    }
    $took = -now();
    $lock->release();
    // In about their order: a release comes to one server after another, and who asks in between fails once.
    foreach ($waiters as $waiter) {
        same('woken', ['got it', 'released'], [$waiter->hear(SOON), $waiter->hear(SOON)]);
    }
    between('seconds', 0, SOON, $took + now());
});

group('readers, and a writer after them', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    $lock->acquire();
    $readers = [quorum_sleeper($servers, $name), quorum_sleeper($servers, $name)];
    $readers[0]->say('waitRead');
    waits_at($name, 1, ...$servers);
    $readers[1]->say('waitRead');
    waits_at($name, 2, ...$servers);
    hand_over($lock, $readers[0]);
    same('the other one', 'got it', $readers[1]->hear(SOON));
    $writer = quorum_sleeper($servers, $name);
    $writer->say('wait');
    waits_at($name, 1, ...$servers);
    foreach ($readers as $reader) {
        $reader->say('release');
        same('released', 'released', $reader->hear(SOON));
    }
    same('the writer', 'got it', $writer->hear(SOON));
});

group('the first server is gone', function () use ($servers) {
    $servers[0]->stop();
    $lock = lock(quorum(...$servers), $name = unique());
    same('acquire', true, $lock->acquire());
    $waiter = quorum_sleeper($servers, $name);
    $waiter->say('wait');
    waits_at($name, 1, $servers[1], $servers[2]);
    hand_over($lock, $waiter);
    $waiter->finish();

    // What an owner looks like who is letting go of one server after another.
    $other = lock(new RedisStore($servers[1]->dsn()), $name = unique());
    $other->acquire();
    $lock = lock(quorum(...$servers), $name);
    raises('who does not wait is told', LockAcquiringException::class, null, fn () => $lock->acquire());
    $took = -now();
    raises('who waits, in the end', LockAcquiringException::class, null, fn () => $lock->acquire(true, 0.3));
    between('seconds', 0.29, 5, $took + now());
    $waiter = quorum_sleeper($servers, $name);
    $waiter->say('wait');
    same('it waits', null, $waiter->hear(0.5));
    $other->release();
    same('until the owner has gone', 'got it', $waiter->hear(SOON));
    $waiter->finish();
    $servers[0]->start();
});

group('it goes while somebody waits', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    same('acquire', true, $lock->acquire());
    // Asks again, and is then woken by another one; the rest of the time it would sleep.
    $waiter = quorum_sleeper($servers, $name, ['slock.poll_interval' => 1000]);
    $waiter->say('wait');
    waits_at($name, 1, ...$servers);
    $there = array_sum(array_map(fn ($i) => $i * count(queue($servers[$i]->connect(), $name)), [0, 1, 2]));
    $servers[$there]->stop();
    waits_at($name, 1, ...array_diff_key($servers, [$there => 0]));
    hand_over($lock, $waiter);
    $waiter->finish();
    $servers[$there]->start();
});

group('it has forgotten the lock', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    $forgets = function () use ($servers, $name) {
        // Two of three are enough: what one was asked for may be on its way still, and is executed after what the
        // waiter asks for where the server comes to its connection first.
        foreach ($servers as $server) {
            $admin = $server->connect();
            check('it has it', eventually(fn () => 1 === $admin->call('EXISTS', $name)));
        }
        $servers[0]->connect()->call('FLUSHALL');
    };
    same('acquire', true, $lock->acquire());
    $forgets();
    $waiter = quorum_sleeper($servers, $name);
    $waiter->say('wait');
    waits_at($name, 1, $servers[1], $servers[2]);
    same('nobody waits there', 0, subscribed($servers[0]->connect(), $name));
    hand_over($lock, $waiter);

    // Again, and the waiter has kept what it waited with at the other one.
    $waiter->say('release');
    same('released', 'released', $waiter->hear());
    same('acquire again', true, $lock->acquire(true));
    $forgets();
    $waiter->say('wait');
    waits_at($name, 1, $servers[1], $servers[2]);
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('it forgets the lock while somebody waits', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    same('acquire', true, $lock->acquire());
    $waiter = quorum_sleeper($servers, $name);
    $waiter->say('wait');
    waits_at($name, 1, ...$servers);
    $there = array_sum(array_map(fn ($i) => $i * count(queue($servers[$i]->connect(), $name)), [0, 1, 2]));
    $admin = $servers[$there]->connect();
    [$queued] = queue($admin, $name);
    $admin->call('FLUSHALL');
    // Its next poll is a minute away.
    same('woken for nothing', 1, $admin->call('SPUBLISH', own_channel($name, $queued), '1'));
    waits_at($name, 1, ...array_diff_key($servers, [$there => 0]));
    check('it listens to the other one alone', eventually(fn () => 0 === subscribed($admin, $name), SOON));
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('it stands still while somebody waits', function () use ($servers) {
    $lock = lock(quorum(...$servers), $name = unique());
    same('acquire', true, $lock->acquire());
    $waiter = quorum_sleeper($servers, $name, ['slock.poll_interval' => 500]);
    $waiter->say('wait');
    waits_at($name, 1, ...$servers);
    $there = array_sum(array_map(fn ($i) => $i * count(queue($servers[$i]->connect(), $name)), [0, 1, 2]));
    $servers[$there]->signal(19); // SIGSTOP
    // It asks meanwhile. The time limit of an answer is 5 seconds, and what the others say has decided before that.
    usleep(1_000_000);
    $start = now();
    foreach (array_diff_key($servers, [$there => 0]) as $server) {
        $server->connect()->call('DEL', $name);
    }
    between('seconds until it has the lock', 0, 3, 'got it' === $waiter->hear(SOON) ? now() - $start : INF);
    $servers[$there]->signal(18); // SIGCONT
    $waiter->finish();
});

group('the first server lets nobody listen', function () use ($servers) {
    $admin = $servers[0]->connect();
    $admin->call('ACL', 'SETUSER', 'default', 'resetchannels');
    $lock = lock(quorum(...$servers), $name = unique());
    $waiter = quorum_sleeper($servers, $name);
    foreach ([1, 2] as $wait) {
        same('acquire', true, $lock->acquire(true));
        $waiter->say('wait');
        waits_at($name, 1, $servers[1], $servers[2]);
        hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    $waiter->finish();
    $admin->call('ACL', 'SETUSER', 'default', 'allchannels');
});

group('members that wake nobody', function () use ($servers) {
    $memory = new InMemoryStore();
    $store = new CombinedStore([$memory, new RedisStore($servers[2]->dsn())], new ConsensusStrategy());
    $lock = lock($store, $name = unique());
    $other = lock($store, $name);
    same('acquire', true, $lock->acquire());
    $took = -now();
    same('a conflict in the end', false, $other->acquire(true, 0.3));
    between('seconds', 0.3, 2, $took + now());
    same('nobody is in the queue', [], queue($servers[2]->connect(), $name));
    $lock->release();
    same('free', true, $other->acquire(true, 0.3));
    $none = new CombinedStore([$memory, $memory], new ConsensusStrategy());
    same('polls', false, lock($none, $name)->acquire(true, 0.1));
});

group('a quorum in a quorum', function () use ($servers) {
    $store = fn () => new CombinedStore([quorum(...$servers), new InMemoryStore()], new ConsensusStrategy());
    $lock = lock(quorum(...$servers), $name = unique());
    $lock->acquire();
    $waiter = lock($store(), $name);
    same('not yet', false, $waiter->acquire(true, 0.2));
    $lock->release();
    same('then', true, $waiter->acquire(true, 5));
    $waiter->release();
});
?>
--EXPECT--
ok: ten times in a row
ok: nobody asks while nothing happens
ok: one after another
ok: readers, and a writer after them
ok: the first server is gone
ok: it goes while somebody waits
ok: it has forgotten the lock
ok: it forgets the lock while somebody waits
ok: it stands still while somebody waits
ok: the first server lets nobody listen
ok: members that wake nobody
ok: a quorum in a quorum
