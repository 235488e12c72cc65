--TEST--
RedisStore through \Redis: locks are in the database that the object speaks of, whichever its connection is in
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

function client(OwnRedis $server, int $database, string $connect = 'connect'): Redis
{
    $client = new Redis();
    $client->$connect('127.0.0.1', $server->port, 5);
    $database && $client->select($database);

    return $client;
}

function excludes_others(OwnRedis $server, int $database, Redis $client): void
{
    same('it speaks of', $database, $client->getDbNum());
    $lock = lock(new RedisStore($client), $name = unique(), 30, false);
    $other = lock(new RedisStore("redis://127.0.0.1:$server->port/$database"), $name, 30, false);
    same('acquired', true, $lock->acquire());
    same('nobody else', false, $other->acquire());
    same('acquired by it still', true, $lock->isAcquired());
    $lock->release();
    same('released for all', true, $other->acquire());
    $other->release();
}

$server = new OwnRedis();
group('from the pool, and 0', function () use ($server) {
    $before = client($server, 5, 'pconnect');
    unset($before);
    excludes_others($server, 0, client($server, 0, 'pconnect'));
});
group('opened again, and 5', function () use ($server) {
    $client = client($server, 5);
    $client->setOption(Redis::OPT_READ_TIMEOUT, 0.05);
    raises('gave up', RedisException::class, null, fn () => $client->blPop([unique()], 3));
    $client->setOption(Redis::OPT_READ_TIMEOUT, 30);
    excludes_others($server, 5, $client);
});
group('who may not select', function () use ($server) {
    $server->connect()->call('ACL', 'SETUSER', 'locks', 'on', '>sesame', '~*', '&*', '+@all', '-select');
    $client = client($server, 0);
    $client->auth(['locks', 'sesame']);
    excludes_others($server, 0, $client);
});
group('no such database', function () use ($server) {
    $client = client($server, 99);
    if (0 === $client->getDbNum()) {
        // ext-redis 6 heeds the refusal.
        excludes_others($server, 0, $client);

        return;
    }
    $lock = lock(new RedisStore($client), unique(), 30, false);
    raises('said', LockAcquiringException::class, null, fn () => $lock->acquire());
});
?>
--EXPECT--
ok: from the pool, and 0
ok: opened again, and 5
ok: who may not select
ok: no such database
