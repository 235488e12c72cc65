--TEST--
RedisStore: a waiter is woken by the release, by every way of releasing, and asks the server three times for that
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$dsn = $server->dsn();

group('twenty times in a row, two processes', function () use ($server, $dsn) {
    $waiter = sleeper($dsn, $name = unique());
    $store = new RedisStore($dsn);
    $took = 0;
    for ($i = 0; $i < 20; ++$i) {
        $lock = lock($store, $name);
        same('acquire', true, $lock->acquire(true));
        $waiter->say('wait');
        listeners($server, $name, 1);
        $took += hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    between('seconds in all', 0, 5, $took);
    $waiter->finish();
});

group('what is sent', function () use ($server, $dsn) {
    $waiter = sleeper($dsn, $name = unique());
    $lock = lock(new RedisStore($dsn), $name);
    $lock->acquire();
    $waiter->say('wait'); // brings the scripts to the server
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->say('release');
    $waiter->hear();
    $lock->acquire();
    same('by the waiter', 'evalsha ssubscribe evalsha', (new Witness($server))->commands(function () use ($waiter) {
        $waiter->say('wait');
        usleep(500_000);
    }));
    same(
        'when the lock is released',
        'evalsha evalsha',
        (new Witness($server))->commands(fn () => hand_over($lock, $waiter)),
    );
    $waiter->finish();
});

foreach ([
    'a{b}c',
    '{b}',
    'a{}b',
    'a}b',
    '{',
    '}{',
    'a{b',
    '{{b}}',
    "nul\0byte",
    "\u{e9}",
    'with space',
    str_repeat('long', 300),
] as $odd) {
    Checks::$group = 'a name such as '.substr(var_export($odd, true), 0, 20);
    $waiter = sleeper($dsn, $odd);
    $lock = lock(new RedisStore($dsn), $odd);
    $lock->acquire();
    $waiter->say('wait');
    listeners($server, $odd, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
    Checks::$group = null;
}
echo "ok: odd names\n";

$clients = [
    'Redis, with a prefix' => function () use ($server) {
        $client = new Redis();
        $client->connect('127.0.0.1', $server->port);
        $client->setOption(Redis::OPT_PREFIX, 'app:');

        return $client;
    },
    'Predis, with a prefix' => function () use ($server) {
        load_predis();

        return new Predis\Client(['host' => '127.0.0.1', 'port' => $server->port], ['prefix' => 'app:']);
    },
];
foreach ($clients as $way => $makeClient) {
    group("released through $way", function () use ($makeClient, $server, $dsn) {
        $waiter = sleeper($dsn, 'app:'.($name = unique()));
        $lock = lock(new RedisStore($makeClient()), $name);
        $lock->acquire();
        $waiter->say('wait');
        listeners($server, "app:$name", 1);
        hand_over($lock, $waiter);
        $waiter->finish();
    });
}

group('readers and writers', function () use ($server, $dsn) {
    $store = new RedisStore($dsn);

    $waiter = sleeper($dsn, $name = unique());
    $lock = lock($store, $name);
    $lock->acquire();
    $waiter->say('waitRead');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();

    $waiter = sleeper($dsn, $name = unique());
    $lock = lock($store, $name);
    $lock->acquire();
    $waiter->say('waitRead');
    listeners($server, $name, 1);
    hand_over($lock, $waiter, 'acquireRead');
    $waiter->say('release');
    same('released', 'released', $waiter->hear());
    same('a writer that became a reader is one', true, $lock->isAcquired());
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();

    $readers = [lock($store, $name = unique()), lock($store, $name), lock($store, $name)];
    foreach ($readers as $reader) {
        $reader->acquireRead();
    }
    $waiter = sleeper($dsn, $name);
    $waiter->say('wait');
    listeners($server, $name, 1, 0.5);
    $goes = fn (int $which) => (new Witness($server))->commands(function () use ($readers, $which) {
        $readers[$which]->release();
        usleep(500_000);
    });
    // As long as there are two others nobody is told, and nobody asks. The last one might want to become a writer.
    same('the first of three readers goes', 'evalsha', $goes(0));
    same('the second one goes', 'evalsha evalsha', $goes(1));
    hand_over($readers[2], $waiter);
    $waiter->finish();

    $waiter = sleeper($dsn, $name = unique());
    $waiter->say('read');
    same('a reader', 'got it', $waiter->hear());
    $lock = lock($store, $name);
    $lock->acquireRead();
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('a server without sharded channels', function () {
    $old = new OwnRedis('--rename-command', 'SSUBSCRIBE', '', '--rename-command', 'SPUBLISH', '');
    $old->connect()->call('ACL', 'SETUSER', 'default', '-pubsub|shardnumsub');
    $waiter = sleeper($old->dsn(), $name = unique());
    $store = new RedisStore($old->dsn());
    for ($i = 0; $i < 3; ++$i) {
        $lock = lock($store, $name);
        $lock->acquire(true);
        $waiter->say('wait');
        same(
            'one listens',
            true,
            eventually(fn () => [channel($name), 1] === $old->connect()->call('PUBSUB', 'NUMSUB', channel($name))),
        );
        usleep(50_000);
        hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    $waiter->finish();
});

group('a wait that finds the lock free at once subscribes to nothing', function () use ($server, $dsn) {
    $store = new RedisStore($dsn);
    lock($store)->acquire();
    same('what is sent', 'evalsha evalsha evalsha evalsha', (new Witness($server))->commands(function () use ($store) {
        $lock = lock($store);
        $lock->acquire(true);
        $lock->release();
        $lock->acquire(true, 5);
        $lock->release();
    }));
});
?>
--EXPECT--
ok: twenty times in a row, two processes
ok: what is sent
ok: odd names
ok: released through Redis, with a prefix
ok: released through Predis, with a prefix
ok: readers and writers
ok: a server without sharded channels
ok: a wait that finds the lock free at once subscribes to nothing
