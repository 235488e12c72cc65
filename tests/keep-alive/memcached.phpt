--TEST--
The thread keeps the locks of Memcached servers alive while PHP sleeps: all of a server in one flight, none for a shorter time than it has, and none that was lost
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/memcached.inc';
require __DIR__.'/../inc/fault-proxy.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
$text = $server->text();
$threads = threads();

/** A lock that is kept alive. */
function kept(MemcachedStore $store, string $resource, float $ttl, mixed ...$arguments): array
{
    $lock = new Lock(new Key($resource), $store, $ttl);
    $lock->acquire() || print("FAIL: $resource is not free\n");

    return [$lock, new KeepAlive($lock, ...$arguments)];
}

/** @return list<string> the threads of slock that there are */
function renewed_by(): array
{
    return array_values(array_filter(
        array_map(fn ($file) => trim(file_get_contents($file)), glob('/proc/self/task/*/comm')),
        fn ($name) => str_starts_with($name, 'slock-'),
    ));
}

group('while PHP sleeps', function () use ($server, $threads) {
    $code = <<<'CODE'
        stream_set_blocking(STDIN, false);
        $store = new Symfony\Component\Lock\Store\MemcachedStore($argv[1]);
        $other = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('kept'), $store, 60);
        for ($attempts = $got = 0; false === fgets(STDIN); ++$attempts, usleep(2000)) {
            $got += $other->acquire();
        }
        echo $got, ' of ', $attempts > 100 ? 'many' : "$attempts", "\n";
        CODE;
    [$lock, $keep] = kept(new MemcachedStore($server->dsn()), 'kept', 3.0);
    $other = Child::start($code, 'slock', [], [], [$server->dsn()]);
    same('one thread', $threads + 1, threads());
    sleep(4);
    check('it has not expired', !$lock->isExpired() && !$keep->isLost());
    between('seconds of the lifetime left', 0.9, 3.0, $lock->getRemainingLifetime());
    $other->say('stop');
    same('nobody else had it', '0 of many', $other->hear());
    $other->finish();
    check('it is held', $lock->isAcquired());
    $lock->refresh();
    $lock->release();
    same('released', null, $server->text()->get('kept'));
    same('no thread', $threads, threads());
});

group('one flight', function () use ($server, $text, $threads) {
    $store = new MemcachedStore($server->dsn());
    foreach (range(1, 100) as $i) {
        $kept[] = kept($store, "r$i", 2.7 + $i / 1000);
    }
    same('threads', $threads + 1, threads());
    $before = $text->stats();
    usleep(2_500_000);
    $after = $text->stats();
    $of = fn (string $what) => $after[$what] - $before[$what];
    same('all of them, each time', [0, 0], [$of('get_hits') % 100, $of('cmd_set') % 100]);
    between('asked in so many periods', 200, 400, $of('get_hits'));
    // A second that the server has not counted yet needs no write.
    between('and written', 100, 400, $of('cmd_set'));
    same('one connection', 1, $of('total_connections'));
    check('all are held', 100 === count(array_filter($kept, fn ($k) => !$k[1]->isLost() && $k[0]->isAcquired())));
    array_map(fn ($k) => $k[0]->release(), $kept);
    same('released: no thread', $threads, threads());
    same('and nothing is left', [], array_filter(range(1, 100), fn ($i) => null !== $text->get("r$i")));
});

group('thousands in one flight', function () use ($server) {
    $store = new MemcachedStore($server->dsn());
    foreach (range(1, 6000) as $i) {
        $kept[] = kept($store, str_pad("many$i", 220, '.'), 4.0);
    }
    sleep(6);
    same('lost', [], array_keys(array_filter($kept, fn ($k) => $k[1]->isLost() || $k[0]->isExpired())));
    array_map(fn ($k) => $k[0]->release(), $kept);
});

group('none for a shorter time than it has', function () use ($server, $text) {
    [$lock, $keep] = kept(new MemcachedStore($server->dsn()), 'longer', 3.0);
    $key = unserialize(serialize(((array) $lock)["\0".Lock::class."\0key"]));
    (new MemcachedStore($server->dsn()))->putOffExpiration($key, 60.0);
    sleep(4);
    between('another process has given it more', 40, 62, $text->ttl('longer'));
    check('kept', !$keep->isLost() && !$lock->isExpired());
    $lock->release();
});

group('a prefix', function () use ($server, $text) {
    foreach (['a:', 'b:'] as $prefix) {
        $ways[$prefix] = new MemcachedStore($server->dsn("?prefix_key=$prefix"));
    }
    $ways[''] = new MemcachedStore($server->dsn());
    $kept = array_map(fn ($store) => kept($store, 'same-name', 3.0), $ways);
    sleep(4);
    foreach (array_keys($ways) as $prefix) {
        check("$prefix kept", !$kept[$prefix][1]->isLost() && $kept[$prefix][0]->isAcquired());
        check("$prefix there", null !== $text->get("{$prefix}same-name"));
        $kept[$prefix][0]->release();
    }
});

group('two servers', function () {
    $servers = [new OwnMemcached(), new OwnMemcached()];
    $dsn = sprintf('memcached:?host[127.0.0.1:%d]&host[127.0.0.1:%d]', $servers[0]->port, $servers[1]->port);
    $store = new MemcachedStore($dsn);
    foreach (range(1, 20) as $i) {
        $kept[$i] = kept($store, "spread$i", 2.0, onLost: fn () => null);
    }
    sleep(4);
    same('lost', [], array_keys(array_filter($kept, fn ($k) => $k[1]->isLost() || !$k[0]->isAcquired())));
    $of = array_map(
        fn ($own) => array_values(array_filter(range(1, 20), fn ($i) => null !== $own->text()->get("spread$i"))),
        $servers,
    );
    check('both have some', count($of[0]) && count($of[1]) && 20 === count($of[0]) + count($of[1]));
    $servers[0]->signal(SIGSTOP);
    sleep(3);
    $lost = array_keys(array_filter($kept, fn ($k) => $k[1]->isLost()));
    same('one does not answer', $of[0], $lost);
    $servers[0]->signal(SIGCONT);
    array_map(fn ($k) => $k[0]->release(), $kept);
});

group('what PHP has to do by itself', function () use ($server) {
    $ways = [
        'a name that only the binary protocol has' => ['', 'two words'],
        'a name that is hashed' => ['', str_repeat('long', 100)],
        'the text protocol' => ['?protocol=text', 'text'],
        'the binary protocol' => ['?protocol=binary', 'binary'],
    ];
    foreach ($ways as $what => [$query, $name]) {
        [$lock, $keep] = kept(new MemcachedStore($server->dsn($query)), $name, 2.0);
        same($what, ['slock-alarm'], renewed_by());
        $lock->release();
    }
    [$lock, $keep] = kept(new MemcachedStore($server->dsn('?protocol=meta')), 'meta', 2.0);
    check('meta commands', in_array('slock-renewer', renewed_by(), true));
    $lock->release();
});

group('lost to another owner', function () use ($server, $text) {
    [$lock, $keep] = kept(new MemcachedStore($server->dsn()), 'r', 2.0);
    $text->call('delete r');
    $text->call("add r 0 50 7\r\nanother");
    $lines = 0;
    raises('thrown', LockLostException::class, 'its store says that this owner', function () use (&$lines) {
        sleep(2);
        ++$lines;
        usleep(1);
    });
    same('as soon as PHP goes on', 0, $lines);
    check('lost', $keep->isLost() && $lock->isExpired() && !$lock->isAcquired());
    compute(0.8);
    same('the other one has it', 'another flags 0', $text->get('r'));
    between('for as long as it was', 40, 50, $text->ttl('r'));
});

group('a server that has forgotten', function () {
    $server = new OwnMemcached();
    $calls = 0;
    [$lock, $keep] = kept(new MemcachedStore($server->dsn()), 'r', 2.0, onLost: function () use (&$calls) {
        ++$calls;
    });
    sleep(2);
    check('kept', !$keep->isLost());
    $server->stop();
    $server->start();
    sleep(1);
    same('told once', 1, becomes(1, function () use (&$calls) { return $calls; }, 5));
    same('it is not taken again', null, $server->text()->get('r'));
});

group('a connection that is lost', function () use ($server) {
    $proxy = new FaultProxy(['MEMCACHED_PORT' => ["127.0.0.1:$server->port"]]);
    [$lock, $keep] = kept(new MemcachedStore('memcached://127.0.0.1:'.getenv('SLOCK_TEST_MEMCACHED_PORT')), 'cut', 2.0);
    foreach (range(1, 3) as $ignored) {
        sleep(1);
        $proxy->does('reset');
        $proxy->does('heal');
    }
    sleep(1);
    check('kept', !$keep->isLost() && !$lock->isExpired() && $lock->isAcquired());
    foreach (['cut 1', 'cut 40', 'drip'] as $fault) {
        $proxy->does($fault);
        sleep(2);
        check($fault, !$keep->isLost() && !$lock->isExpired());
    }
    $proxy->does('pass');
    $lock->release();
    $proxy->stop();
});

group('lost by its lifetime', function () use ($threads) {
    $server = new OwnMemcached();
    $begun = now();
    [$lock, $keep] = kept(new MemcachedStore($server->dsn()), 'r', 1.0);
    $server->signal(SIGSTOP);
    $e = raises('thrown', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    between('seconds until it is over', 0.99, 1.5, now() - $begun);
    same('and why', LockStorageException::class, $e && $e->getPrevious() ? $e->getPrevious()::class : null);
    check('lost', $keep->isLost());
    same('no thread', $threads, threads());
    $server->signal(SIGCONT);
    $lock->release();
});

group('a process that stood still', function () use ($server, $text) {
    $child = Child::start(<<<'CODE'
        $store = new Symfony\Component\Lock\Store\MemcachedStore($argv[1]);
        $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('still'), $store, 2.0, false);
        $lock->acquire();
        $lost = 0;
        $keep = new Slock\KeepAlive($lock, onLost: function () use (&$lost) { ++$lost; });
        sleep(3);
        echo json_encode($keep->isLost()), "\n";
        fgets(STDIN);
        sleep(1);
        echo json_encode([$lost, $keep->isLost()]), "\n";
        CODE, 'slock', [], [], [$server->dsn()]);
    same('kept', 'false', $child->hear());
    $child->kill(SIGSTOP);
    check('it ends at the server', eventually(fn () => null === $text->get('still'), 10));
    $child->kill(SIGCONT);
    $child->say('go on');
    same('lost, and told', '[1,true]', $child->hear());
    same('it is not brought back', null, $text->get('still'));
    $child->finish();
});
same('no thread is left', $threads, threads());
?>
--EXPECT--
ok: while PHP sleeps
ok: one flight
ok: thousands in one flight
ok: none for a shorter time than it has
ok: a prefix
ok: two servers
ok: what PHP has to do by itself
ok: lost to another owner
ok: a server that has forgotten
ok: a connection that is lost
ok: lost by its lifetime
ok: a process that stood still
ok: no thread is left
