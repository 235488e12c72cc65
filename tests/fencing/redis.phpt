--TEST--
RedisStore: the last fencing token stands in a key of its own, which no trouble with it lets a lock be left behind by; one round trip
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require_once 'Predis/autoload.php';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

use function Slock\fencing_token;

$server = new OwnRedis();
$admin = $server->connect();
$client = new Redis();
$client->connect('127.0.0.1', $server->port);
$prefixed = new Redis();
$prefixed->connect('127.0.0.1', $server->port);
$prefixed->setOption(Redis::OPT_PREFIX, 'mine:');
$stores = [
    'DSN' => new RedisStore($server->dsn().'?fencing=1'),
    '\Redis' => new RedisStore($client, 300.0, ['fencing' => true]),
    'Predis' => new RedisStore(new Predis\Client("tcp://127.0.0.1:$server->port"), 300.0, ['fencing' => true]),
];

foreach ($stores as $name => $store) {
    group($name, function () use ($store, $admin) {
        foreach ([
            'r' => 'slock:{r}:fence',
            'a{b}c' => 'slock::a{b}c:fence',
            "n\0ul" => "slock:{n\0ul}:fence",
        ] as $of => $key) {
            $admin->call('FLUSHALL');
            $lock = owner($store, $of, 60);
            same("$of: acquired", true, $lock->acquire());
            $token = fencing_token($lock);
            same("$of: in a key of its own", (string) $token, $admin->call('GET', $key));
            between("$of: that lives a day longer, and more", 99_995, 100_000, $admin->call('PTTL', $key) / 1000);
            [$seconds] = $admin->call('TIME');
            between("$of: about the server's time", $seconds - 60, $seconds + 1, $token / 1e6);
            $lock->release();
            same("$of: stays", (string) $token, $admin->call('GET', $key));
            same("$of: and nothing else", [$key], $admin->call('KEYS', '*'));
        }
        $admin->call('FLUSHALL');
        $first = owner($store, 'r');
        $first->acquire();
        $calls = commands_during($admin, function () use ($store, $first) {
            $first->release();
            $lock = owner($store, 'r');
            $lock->acquire();
            $lock->release();
        });
        same('a request each', 3, array_sum(array_intersect_key($calls, ['eval' => 0, 'evalsha' => 0])));

        // The key is the writer, and becomes a reader through a Lock that does not know that.
        $key = new Key('shared');
        [$writer, $reader] = [new Lock($key, $store, 30.0, false), new Lock($key, $store, 30.0, false)];
        $writer->acquire();
        $token = fencing_token($writer);
        same('a reader', true, $reader->acquireRead());
        check('with a greater token', fencing_token($reader) > $token);
        same('beside another one', true, ($other = owner($store, 'shared'))->acquireRead());
        $reader->release();
        $other->release();
        $admin->call('DEL', 'slock:{shared}:fence');

        // Ahead of the clock: one more.
        $ahead = 4_000_000_000_000_000;
        $admin->call('SET', 'slock:{r}:fence', $ahead);
        same('ahead of the clock', [$ahead + 1, $ahead + 2, $ahead + 3], tokens($store, 'r', 3));
        $until = $ahead / 1e6 - $admin->call('TIME')[0] + 100_000;
        $left = $admin->call('PTTL', 'slock:{r}:fence') / 1000;
        between('stays until the clock is there', $until - 10, $until + 10, $left);
        $admin->call('DEL', 'r');
        [$now] = $admin->call('TIME');
        $period = substr((string) $now, 0, 6);
        foreach ([
            'no number' => 'x',
            'no number that begins like the time' => "{$period}x",
            'a time and more behind it' => "$period          ",
            'short' => $period.'0',
            'negative' => '-5',
        ] as $what => $value) {
            $admin->call('SET', 'slock:{r}:fence', $value);
            grow($what, $tokens = tokens($store, 'r', 3));
            between("$what: the time", $now, $now + 60, $tokens[0] / 1e6);
            same("$what: stands there", (string) $tokens[2], $admin->call('GET', 'slock:{r}:fence'));
            $admin->call('DEL', 'r');
        }

        // What is in the way is named, and no lock is left.
        $admin->call('SET', 'slock:{r}:fence', '9007199254740991');
        raises('there are no more', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
        $admin->call('DEL', 'slock:{r}:fence');
        $admin->call('SET', 'slock:{r}:fence', $period.'00000000000');
        raises('a digit more', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
        same('no lock', 0, $admin->call('EXISTS', 'r'));
        $admin->call('DEL', 'slock:{r}:fence');
        $admin->call('LPUSH', 'slock:{r}:fence', 'x');
        $e = raises('another type', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
        check('says why', str_contains($e->getPrevious()->getMessage(), 'WRONGTYPE'), $e->getPrevious()->getMessage());
        same('nothing is left', ['slock:{r}:fence'], $admin->call('KEYS', '*'));
        $admin->call('FLUSHALL');
    });
}

/** Seconds that the counter lives after a lock of so many, when it stood at this time and would have lived so long. */
function left(OwnRedis $server, float $ttl, int $at, int $lived): float
{
    $admin = $server->connect();
    $admin->call('FLUSHALL');
    $admin->call('SET', 'slock:{r}:fence', $at, 'EX', $lived);
    $lock = owner(new RedisStore($server->dsn().'?fencing=1'), 'r', $ttl);
    $lock->acquire();
    check('a greater one', fencing_token($lock) > $at);

    return $admin->call('PTTL', 'slock:{r}:fence') / 1000;
}

group('how long the counter lives', function () use ($server, $admin) {
    // Not where the period of 10,000 s ends.
    while (10_000 - $admin->call('TIME')[0] % 10_000 < 20) {
        sleep(1);
    }
    [$now] = $admin->call('TIME');
    $began = $now - $now % 10_000;
    $us = 1_000_000;
    between('written in this period', 90_000, 95_000, left($server, 30, $began * $us + 1, 95_000));
    between('by a lock of an hour', 90_000, 95_000, left($server, 3600, $began * $us + 1, 95_000));
    between('in the one before', 99_990, 100_000, left($server, 30, $began * $us - 1, 95_000));
    between('by one that lives longer', 199_990, 200_000, left($server, 30, $began * $us - 1, 200_000));
    between('long ago', 99_990, 100_000, left($server, 30, 1_600_000_000 * $us, 5));
    between('a lock of more than an hour', 103_591, 103_601, left($server, 3601, $began * $us + 1, 95_000));
    // The clock was set back by ten seconds: they are added.
    between('the clock was set back', 99_990, 100_010, left($server, 30, ($now + 10) * $us, 5));
    between('a lock of more than an hour then', 103_591, 103_611, left($server, 3601, ($now + 10) * $us, 5));
    $admin->call('FLUSHALL');
});

group('with a prefix', function () use ($prefixed, $admin) {
    grow('tokens', tokens(new RedisStore($prefixed, 300.0, ['fencing' => true]), 'r', 3));
    same('its keys', ['mine:r', 'mine:slock:{r}:fence'], (function () use ($admin) {
        $keys = $admin->call('KEYS', '*');
        sort($keys);

        return $keys;
    })());
    $admin->call('FLUSHALL');
});

group('a key that travels', function () use ($stores) {
    $key = new Key('r');
    $stores['DSN']->save($key);
    $token = fencing_token($key);
    check('a number', is_int($token));
    same('unserialized', $token, fencing_token(unserialize(serialize($key))));
    same('cloned', $token, fencing_token(clone $key));
    $stores['DSN']->delete($key);
    same('deleted', null, fencing_token($key));
    foreach (['x', -1, 0, 1.5, [], null, true] as $forged) {
        $key->setState('Slock\FencingToken', $forged);
        same('forged: '.json_encode($forged), null, fencing_token($key));
    }
});

group('a holder that lost its lock', function () use ($stores, $admin) {
    $old = owner($stores['DSN'], 'r');
    $old->acquire();
    $admin->call('DEL', 'r');
    $new = owner($stores['\Redis'], 'r');
    $new->acquire();
    grow('old and new', [fencing_token($old), fencing_token($new)]);
    same('the old one does not know', false, $old->acquire());
    $new->release();
});

group('a user with few rights', function () use ($server, $admin) {
    $few = ['+eval', '+evalsha', '+type', '+time', '+zadd', '+zrem', '+zscore', '+zcard', '+zrevrange'];
    $admin->call('ACL', 'SETUSER', 'locks', 'on', '>secret', '~lock:*', '+zremrangebyscore', '+pexpireat', ...$few);
    $store = new RedisStore("redis://locks:secret@127.0.0.1:$server->port?fencing=1");
    $e = raises('without more', LockAcquiringException::class, null, fn () => owner($store, 'lock:a')->acquire());
    check('says why', str_contains($e->getPrevious()->getMessage(), 'NOPERM'), $e->getPrevious()->getMessage());
    same('nothing is left', 0, $admin->call('EXISTS', 'lock:a'));
    $admin->call('ACL', 'SETUSER', 'locks', '+get', '+set', '~slock:{lock:*', '~slock::lock:*');
    grow('without SETRANGE', tokens($store, 'lock:c', 3));
    $admin->call('ACL', 'SETUSER', 'locks', '+setrange');
    grow('with those of the page', [...tokens($store, 'lock:a', 2), ...tokens($store, 'lock:{b}', 2)]);
    $admin->call('FLUSHALL');
});

group('bad options', function () use ($server) {
    $bad = fn () => new RedisStore($server->dsn().'?fencing=maybe');
    $off = new RedisStore($server->dsn().'?fencing=1', 300.0, ['fencing' => false]);
    same('an option wins over the DSN', [null], tokens($off, 'off', 1));
    grow('where it is there', tokens(new RedisStore($server->dsn().'?fencing=1', 300.0, []), 'on', 1));
    raises('DSN', InvalidArgumentException::class, '"fencing"', $bad);
    raises(
        'not known',
        InvalidArgumentException::class,
        '"fence"',
        fn () => new RedisStore($server->dsn(), 300.0, ['fence' => true]),
    );
    raises('type', TypeError::class, '"fencing"', fn () => new RedisStore($server->dsn(), 300.0, ['fencing' => 1]));
});
?>
--EXPECT--
ok: DSN
ok: \Redis
ok: Predis
ok: how long the counter lives
ok: with a prefix
ok: a key that travels
ok: a holder that lost its lock
ok: a user with few rights
ok: bad options
