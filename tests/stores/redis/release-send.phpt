--TEST--
RedisStore, release=send: a release is sent and its answer is not awaited
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

own_servers('REDIS');

$server = new OwnRedis();
$witness = new Witness($server);
$sending = fn () => new RedisStore($server->dsn().'?release=send');
$awaiting = fn () => new RedisStore($server->dsn());

group('the option', function () use ($server) {
    foreach (['release=', 'release=maybe', 'release=1', 'release[]=send', 'release=SEND'] as $option) {
        raises(
            $option,
            Symfony\Component\Lock\Exception\InvalidArgumentException::class,
            'Invalid Redis DSN: parameter "release" must be "await" or "send".',
            fn () => new RedisStore($server->dsn()."?$option"),
        );
    }
    new RedisStore($server->dsn().'?release=await');
});

group('a cycle waits for one answer', function () use ($server) {
    $proxy = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$server->port"]]);
    $time = ['await' => INF, 'send' => INF];
    // The best of three for each: what a busy machine adds is of neither.
    foreach (['await', 'send', 'await', 'send', 'await', 'send'] as $how) {
        $store = new RedisStore('redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT')."?release=$how");
        $lock = lock($store);
        $lock->acquire(); // connects, and brings the script to the server
        $lock->release();
        $lock->isAcquired();
        $proxy->does('delay 0.01');
        $time[$how] = min($time[$how], seconds(function () use ($lock) {
            for ($i = 0; $i < 20; ++$i) {
                $lock->acquire();
                $lock->release();
            }
        }));
        $proxy->does('pass');
        $lock->isAcquired();
    }
    check('await: two round trips', $time['await'] >= 20 * 0.02, show($time));
    between('send: one: seconds', 20 * 0.01, 0.75 * $time['await'], $time['send']);
    $proxy->stop();
});

group('what is sent', function () use ($sending, $awaiting, $witness, $server) {
    $lock = lock($store = $sending(), $name = unique());
    $sent = fn (callable $f) => $witness->commands(function () use ($f) {
        $f();
        usleep(20000); // until it has arrived
    });
    $lock->acquire();
    same('a release, whole', 'eval', $sent(fn () => $lock->release()));
    same('the lock is not acquired', false, $lock->isAcquired());
    same('the destructor asks nothing', '', $witness->commands(function () use (&$lock) { $lock = null; }));
    same('others can have it', true, lock($awaiting(), $name)->acquire());
    $lock = lock($store, $name = unique());
    same('acquired', true, $lock->acquire());
    $server->connect()->call('SCRIPT', 'FLUSH');
    same('a server without the script', 'eval', $sent(fn () => $lock->release()));
    same('acquired again, behind it', true, $lock->acquire());
    same('the destructor', 'eval', $sent(function () use (&$lock) { $lock = null; }));
    same('and by another one', true, lock($store, $name)->acquire());
    same('a key', [true, false], (function () use ($store) {
        $store->save($key = new Key(unique()));
        $before = $store->exists($key);
        $store->delete($key);

        return [$before, $store->exists($key)];
    })());
    $reader = lock($store, $name = unique());
    $other = lock($store, $name);
    same('readers', [true, true], [$reader->acquireRead(), $other->acquireRead()]);
    $reader->release();
    same('the last one becomes the writer', true, $other->acquire());
});

group('the key forgets its token', function () use ($sending, $server) {
    // Whatever becomes of the release on its way, it is not one of what the key holds next.
    $lock = lock($sending(), $name = unique());
    $owner = function () use ($server, $name) {
        return array_diff($server->connect()->call('ZRANGE', $name, 0, -1), ['__write__']);
    };
    $lock->acquire();
    $first = $owner();
    $lock->release();
    $lock->acquire();
    check('another owner', 1 === count($first) && array_values($owner()) !== array_values($first));
});

group('many', function () use ($server) {
    $proxy = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$server->port"]]);
    $store = new RedisStore('redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT').'?release=send');
    $locks = array_map(fn () => lock($store), range(1, 100));
    foreach ($locks as $lock) {
        $lock->acquire();
    }
    $proxy->does('delay 0.05');
    foreach ($locks as $lock) {
        $lock->release();
    }
    $proxy->does('pass');
    foreach ($locks as $lock) {
        $held[] = $lock->isAcquired();
    }
    same('all are free', [false], array_values(array_unique($held)));
    same('on one connection', 1, $proxy->open());
    $proxy->stop();
});

group('members of a quorum are asked', function () use ($sending, $witness) {
    $combined = new CombinedStore([$sending(), $sending()], new UnanimousStrategy());
    $lock = lock($combined);
    $lock->acquire();
    $lock->release();
    $lock->acquire();
    same('release', 'evalsha evalsha', $witness->commands(fn () => $lock->release()));
});

group('a waiter is woken, and comes before who has just released', function () use ($server, $sending) {
    $child = Child::start(<<<'CODE'
        $store = new Symfony\Component\Lock\Store\RedisStore($argv[1].'?release=send');
        $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($argv[2]), $store, 30);
        echo "ready\n";
        for ($i = 0; $i < 20; ++$i) {
            $lock->acquire(true);
            $lock->release();
        }
        echo "done\n";
        CODE, 'here', [], [], [$server->dsn(), $name = unique()]);
    $child->hear();
    $lock = lock($sending(), $name);
    $end = now() + 20;
    for ($cycles = 0; null === $child->hear(0.001) && now() < $end; ++$cycles) {
        $lock->acquire(true);
        $lock->release();
    }
    check('in turns', now() < $end && $cycles < 1000, "$cycles cycles");
    $child->finish();
});

group('not on a connection that the server has closed: nobody would hear of it', function () use ($server, $sending) {
    $admin = $server->connect();
    $lock = lock($sending(), $name = unique());
    $lock->acquire();
    same('acquired', 1, $admin->call('EXISTS', $name));
    $admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $lock->release();
    same('released on another one', 0, $admin->call('EXISTS', $name));
});
?>
--EXPECT--
ok: the option
ok: a cycle waits for one answer
ok: what is sent
ok: the key forgets its token
ok: many
ok: members of a quorum are asked
ok: a waiter is woken, and comes before who has just released
ok: not on a connection that the server has closed: nobody would hear of it
