--TEST--
RedisStore: what the server holds: owners scored with their expiry, and a key that ends with the last of them
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();

/** member => seconds it has left by the server's clock, and the key itself under "ttl" */
function held(string $name): array
{
    global $admin;
    [$seconds, $microseconds] = $admin->call('TIME');
    $now = $seconds * 1000 + intdiv((int) $microseconds, 1000);
    $held = [];
    $list = $admin->call('ZRANGE', $name, 0, -1, 'WITHSCORES');
    for ($i = 0; $i < count($list); $i += 2) {
        $held['__write__' === $list[$i] ? 'writer' : $list[$i]] = ($list[$i + 1] - $now) / 1000;
    }

    return $held + ['ttl' => $admin->call('PTTL', $name) / 1000];
}

function token(Symfony\Component\Lock\Key $key): string
{
    return $key->__serialize()['state'][RedisStore::class];
}

/** Exactly these members, each with so many seconds left; a second is what a loaded machine may lose. */
function holds(string $what, array $expected, string $name): void
{
    $held = held($name);
    same(
        "$what: members",
        array_keys($expected),
        array_values(array_intersect(array_keys($expected), array_keys($held))),
    );
    same("$what: no others", count($expected), count($held));
    foreach ($expected as $member => $seconds) {
        between("$what: $member", $seconds - 1.5, $seconds, $held[$member] ?? null);
    }
}

foreach (ways($server->port) as $way => $makeStore) {
    group("$way: one owner", function () use ($makeStore, $admin) {
        $store = $makeStore();
        $key = new Symfony\Component\Lock\Key($name = unique());
        $lock = new Symfony\Component\Lock\Lock($key, $store, 30);
        $lock->acquire();
        $token = token($key);
        same('type', 'zset', $admin->call('TYPE', $name));
        same('the token is 32 bytes in base64', 32, strlen(base64_decode($token, true)));
        holds('acquire(30)', [$token => 30, 'writer' => 30, 'ttl' => 30], $name);
        same(
            'both scores are the same',
            $admin->call('ZSCORE', $name, $token),
            $admin->call('ZSCORE', $name, '__write__'),
        );
        same(
            'the key expires at that time',
            $admin->call('ZSCORE', $name, $token),
            (string) $admin->call('PEXPIRETIME', $name),
        );
        $lock->refresh(600);
        holds('refresh(600)', [$token => 600, 'writer' => 600, 'ttl' => 600], $name);
        $lock->refresh(7);
        holds('refresh(7)', [$token => 7, 'writer' => 7, 'ttl' => 7], $name);
        $lock->refresh();
        holds('refresh()', [$token => 30, 'writer' => 30, 'ttl' => 30], $name);
        $lock->release();
        same('release', 0, $admin->call('EXISTS', $name));

        $lock->acquireRead();
        holds('acquireRead(30)', [$token => 30, 'ttl' => 30], $name);
        $lock->release();
        same('release of a reader', 0, $admin->call('EXISTS', $name));

        (new Symfony\Component\Lock\Lock($key, $store, null, false))->acquire();
        holds('acquire() without a TTL', [$token => 300, 'writer' => 300, 'ttl' => 300], $name);
        $store->delete($key);
    });
    group("$way: readers and writers", function () use ($makeStore, $admin) {
        $name = unique();
        [$a, $b] = [new Symfony\Component\Lock\Key($name), new Symfony\Component\Lock\Key($name)];
        $first = new Symfony\Component\Lock\Lock($a, $makeStore(), 20);
        $second = new Symfony\Component\Lock\Lock($b, $makeStore(), 60);
        $first->acquireRead();
        $second->acquireRead();
        [$ta, $tb] = [token($a), token($b)];
        holds('two readers', [$ta => 20, $tb => 60, 'ttl' => 60], $name);
        $second->refresh(5);
        holds('the one that was longer is shorter', [$ta => 20, $tb => 5, 'ttl' => 20], $name);
        same('no writer among readers', false, $first->acquire());
        holds('a refused promotion', [$ta => 20, $tb => 5, 'ttl' => 20], $name);
        $first->release();
        holds('one reader', [$tb => 5, 'ttl' => 5], $name);
        same('promotion', true, $second->acquire());
        holds('a writer', [$tb => 60, 'writer' => 60, 'ttl' => 60], $name);
        same('demotion', true, $second->acquireRead());
        holds('a reader again', [$tb => 60, 'ttl' => 60], $name);
        $second->release();
        same('nobody', 0, $admin->call('EXISTS', $name));
    });
    group("$way: short and long lives", function () use ($makeStore, $admin) {
        $store = $makeStore();
        $key = new Symfony\Component\Lock\Key($name = unique());
        $store->save($key);
        $token = token($key);
        $store->putOffExpiration($key, 1e9);
        holds('thirty years', [$token => 1e9, 'writer' => 1e9, 'ttl' => 1e9], $name);
        $key->resetLifetime();
        $store->putOffExpiration($key, 1e12);
        holds('the longest', [$token => 1e12, 'writer' => 1e12, 'ttl' => 1e12], $name);
        raises(
            'longer',
            Symfony\Component\Lock\Exception\InvalidTtlException::class,
            'at most',
            fn () => $store->putOffExpiration($key, 1.1e12),
        );
        holds('a refused one changes nothing', [$token => 1e12, 'writer' => 1e12, 'ttl' => 1e12], $name);
        $store->delete($key);

        // A millisecond may be over before the answer is here.
        $lock = lock($store, $name = unique(), 0.001);
        $end = outcome(fn () => $lock->acquire());
        check('one millisecond', 'true' === $end || str_contains($end, 'LockExpiredException'), $end);
        check('ends', eventually(fn () => 0 === $admin->call('EXISTS', $name)));
        same('and is free', true, lock($store, $name)->acquire());

        $lock = lock($store, $name = unique(), 0.0121);
        $lock->acquire();
        between('parts of a millisecond are rounded up', 0, 0.013, held($name)['ttl']);
    });
    group("$way: expired owners", function () use ($makeStore, $admin) {
        $name = unique();
        [$first, $second] = [lock($makeStore(), $name, 0.2), lock($makeStore(), $name, 30)];
        $first->acquire();
        check('expires', eventually(fn () => 0 === $admin->call('EXISTS', $name)));
        same('is not acquired any more', false, $first->isAcquired());
        same('is acquired again', true, $first->acquire());
        check('by itself', eventually(fn () => 0 === $admin->call('EXISTS', $name)));
        same('another owner takes it', true, $second->acquire());
        $before = $admin->call('ZRANGE', $name, 0, -1, 'WITHSCORES');
        $first->release();
        same('release leaves theirs alone', $before, $admin->call('ZRANGE', $name, 0, -1, 'WITHSCORES'));
        raises(
            'refresh is refused',
            Symfony\Component\Lock\Exception\LockConflictedException::class,
            null,
            fn () => $first->refresh(),
        );
        same('refresh leaves theirs alone', $before, $admin->call('ZRANGE', $name, 0, -1, 'WITHSCORES'));
        $first = null;
        same('the destructor leaves theirs alone', $before, $admin->call('ZRANGE', $name, 0, -1, 'WITHSCORES'));
        same('which is held', true, $second->isAcquired());

        // One reader's time is over, the key lives on with the other's.
        [$short, $long] = [lock($makeStore(), $name = unique(), 0.2), lock($makeStore(), $name, 30)];
        $short->acquireRead();
        $long->acquireRead();
        check('a reader expires among others', eventually(fn () => !$short->isAcquired(), 5));
        same('the last one becomes the writer', true, $long->acquire());
    });
    group("$way: what is not ours", function () use ($makeStore, $admin) {
        $store = $makeStore();
        $admin->call('SET', $name = unique(), 'a lock of old');
        $key = new Symfony\Component\Lock\Key($name);
        $lock = new Symfony\Component\Lock\Lock($key, $store, 30);
        same('a string is another one\'s lock: acquire', false, $lock->acquire());
        same('acquireRead', false, $lock->acquireRead());
        same('isAcquired', false, $lock->isAcquired());
        raises(
            'refresh',
            Symfony\Component\Lock\Exception\LockConflictedException::class,
            null,
            fn () => $lock->refresh(),
        );
        $lock->release();
        same('it is still there', 'a lock of old', $admin->call('GET', $name));

        $writer = lock($store, $name = unique());
        $writer->acquire();
        foreach (['__write__', '', 0, null, [], new stdClass(), true] as $forged) {
            $key = new Symfony\Component\Lock\Key($name);
            $key->setState(RedisStore::class, $forged);
            $lock = new Symfony\Component\Lock\Lock($key, $store, 30, false);
            $what = 'a forged token '.show($forged);
            same("$what: acquire", false, $lock->acquire());
            same("$what: acquireRead", false, $lock->acquireRead());
            same("$what: isAcquired", false, $lock->isAcquired());
            $lock->release();
            same("$what: release", true, $writer->isAcquired());
        }
        $writer->release();
        $key = new Symfony\Component\Lock\Key($name);
        $key->setState(RedisStore::class, '__write__');
        $store->saveRead($key);
        check('a reader with a forged token gets another one', '__write__' !== token($key));
        same('and is a reader', false, $admin->call('ZSCORE', $name, '__write__') ?? false);
        same('beside others', true, lock($store, $name)->acquireRead());
    });
}
group('initial TTL', function () use ($server) {
    $store = new RedisStore($server->dsn(), 12.5);
    $store->save($key = new Symfony\Component\Lock\Key($name = unique()));
    holds('12.5 seconds', [token($key) => 12.5, 'writer' => 12.5, 'ttl' => 12.5], $name);
    between('the key knows', 11, 12.5, $key->getRemainingLifetime());
});
?>
--EXPECT--
ok: DSN: one owner
ok: DSN: readers and writers
ok: DSN: short and long lives
ok: DSN: expired owners
ok: DSN: what is not ours
ok: Redis: one owner
ok: Redis: readers and writers
ok: Redis: short and long lives
ok: Redis: expired owners
ok: Redis: what is not ours
ok: Predis: one owner
ok: Predis: readers and writers
ok: Predis: short and long lives
ok: Predis: expired owners
ok: Predis: what is not ours
ok: initial TTL
