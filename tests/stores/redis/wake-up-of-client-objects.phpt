--TEST--
RedisStore: a waiter through a \Redis object is woken: TCP, a name, a unix socket, passwords, a prefix, a database; after a fork as well
--EXTENSIONS--
igbinary
pcntl
posix
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

/** A sleeper that waits through the object that this code makes of $client. */
function object_sleeper(OwnRedis $server, string $name, string $code, int $poll = 60000): Child
{
    $child = sleeper($server->dsn(), $name, ['igbinary', 'redis'], ['slock.poll_interval' => $poll]);
    $child->say("\$client = new Redis(); $code \$lock = new Symfony\\Component\\Lock\\Lock(\$key, "
        .'$store = new Symfony\Component\Lock\Store\RedisStore($client), 300);');

    return $child;
}

/** It waits twice: the second time it stands in the queue at once. */
function woken(OwnRedis $server, string $code, string $prefix = '', int $database = 0): void
{
    $name = unique();
    $admin = $server->connect($database);
    $lock = lock(new RedisStore("{$server->dsn()}/$database"), $prefix.$name);
    $waiter = object_sleeper($server, $name, $code);
    for ($i = 0; $i < 2; ++$i) {
        $lock->acquire();
        $waiter->say('wait');
        same('it stands in the queue', true, eventually(fn () => 1 === listening($admin, $prefix.$name)));
        usleep(50_000);
        hand_over($lock, $waiter);
        same('its own lock', false, $lock->acquire());
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    same('a subscription, which it keeps', 1, subscribed($admin, $prefix.$name));
    $waiter->finish();
    same('no subscription left', true, eventually(fn () => 0 === subscribed($admin, $prefix.$name)));
}

$server = new OwnRedis();
$tcp = "\$client->connect('127.0.0.1', $server->port);";
group('TCP', fn () => woken($server, $tcp));
group('a scheme', fn () => woken($server, "\$client->connect('tcp://127.0.0.1', $server->port);"));
group('a name', fn () => woken($server, "\$client->connect('localhost', $server->port);"));
group('a unix socket', fn () => woken($server, "\$client->connect('$server->socket');"));
group('a prefix', fn () => woken($server, "$tcp \$client->setOption(Redis::OPT_PREFIX, 'app:');", 'app:'));
group('a database', fn () => woken($server, "$tcp \$client->select(3);", database: 3));

group('a name that could be one of two servers', function () use ($server, $tcp) {
    $other = new OwnRedis('--bind', '127.0.0.2', '--port', (string) $server->port);
    $waiter = object_sleeper($server, $name = unique(), "\$client->connect('localhost', $server->port); "
        ."\$other = new Redis(); \$other->connect('127.0.0.2', $server->port); \$other->ping();", 50);
    $lock = lock(new RedisStore($server->dsn()), $name);
    $lock->acquire();
    $waiter->say('wait');
    usleep(200_000);
    same('nobody listens', [0, 0], [subscribed($server->connect(), $name), subscribed($other->connect(), $name)]);
    $lock->release();
    same('it has polled', 'got it', $waiter->hear(SOON));
    $waiter->finish();
});

group('credentials', function () use ($server) {
    $admin = $server->connect();
    $rights = ['on', '~*', '&*', '+@all'];
    $admin->call('ACL', 'SETUSER', 'somebody', '>secret', ...$rights);
    $connect = "\$client->connect('127.0.0.1', $server->port); \$client->auth(['somebody', 'secret']);";
    // Who goes there without them may not listen.
    $admin->call('ACL', 'SETUSER', 'default', '-subscribe', '-ssubscribe');
    woken($server, $connect);
    $admin->call('ACL', 'SETUSER', 'default', '+subscribe', '+ssubscribe');
    $admin->call('ACL', 'SETUSER', 'somebody', 'resetchannels');
    $waiter = object_sleeper($server, $name = unique(), $connect, 50);
    $lock = lock(new RedisStore($server->dsn()), $name);
    $lock->acquire();
    $waiter->say('wait');
    usleep(200_000);
    same('who may not subscribe', 0, subscribed($admin, $name));
    $lock->release();
    same('polls', 'got it', $waiter->hear(SOON));
    $waiter->finish();
});

group('a child', function () use ($server, $tcp) {
    $waiter = object_sleeper($server, $name = unique(), $tcp);
    $lock = lock(new RedisStore($server->dsn()), $name);
    // A wait that has left a subscription to the parent; the child has an object of its own.
    $lock->acquire();
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->say('release');
    $waiter->hear();
    $lock->acquire();
    $waiter->say("if (pcntl_fork()) { pcntl_wait(\$status); exit; } \$client = new Redis(); $tcp "
        .'$lock = new Symfony\Component\Lock\Lock(clone $key, new Symfony\Component\Lock\Store\RedisStore($client), 300);');
    $waiter->say('wait');
    listeners($server, $name, 1);
    same('of both', 2, subscribed($server->connect(), $name));
    hand_over($lock, $waiter);
    $waiter->kill();
});
?>
--EXPECT--
ok: TCP
ok: a scheme
ok: a name
ok: a unix socket
ok: a prefix
ok: a database
ok: a name that could be one of two servers
ok: credentials
ok: a child
