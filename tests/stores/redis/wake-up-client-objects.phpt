--TEST--
RedisStore: a waiter is woken by the release of a client object with a prefix, which then leaves it the lock for a moment
--EXTENSIONS--
igbinary
posix
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$clients = [
    'Redis' => function () use ($server) {
        $client = new Redis();
        $client->connect('127.0.0.1', $server->port);
        $client->setOption(Redis::OPT_PREFIX, 'app:');

        return $client;
    },
    'Predis' => function () use ($server) {
        load_predis();

        return new Predis\Client(['host' => '127.0.0.1', 'port' => $server->port], ['prefix' => 'app:']);
    },
];
foreach ($clients as $way => $makeClient) {
    group($way, function () use ($makeClient, $server) {
        $waiter = sleeper($server->dsn(), 'app:'.($name = unique()));
        $lock = lock(new RedisStore($makeClient()), $name);
        $lock->acquire();
        $waiter->say('wait');
        listeners($server, "app:$name", 1);
        hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
        $lock->acquire();
        $waiter->say('wait');
        listeners($server, "app:$name", 1);
        $waiter->kill(SIGSTOP);
        $lock->release();
        $took = seconds(fn () => $lock->acquire(true));
        between('who has just released leaves it to the woken one, seconds', 0.02, 5, $took);
        $waiter->kill(SIGKILL);
    });
}
?>
--EXPECT--
ok: Redis
ok: Predis
