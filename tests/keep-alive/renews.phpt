--TEST--
Slock\KeepAlive renews a lock while PHP computes and while it waits for another lock, ends with the object, stop(), a release or the request, and leaves no thread
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;

$directory = temporary_directory();
$threads = threads();

foreach ([
    'a store in PHP' => fn () => new CountingStore(),
    'a store in PHP that does not count lifetimes' => fn () => new CountingStore(false),
    'SQLite' => fn () => new PdoStore("sqlite:$directory/table"),
] as $name => $make) {
    group($name, function () use ($make) {
        $ttl = 2.0;
        $lock = new Lock(new Key('kept'), $store = $make(), $ttl);
        $other = new Lock(new Key('kept'), $store, $ttl);
        check('acquired', $lock->acquire());
        $keep = new KeepAlive($lock);
        check('nobody else gets it meanwhile', !compute(1.5 * $ttl, fn () => $other->acquire()));
        check('it is held', $lock->isAcquired());
        check('it is not lost', !$keep->isLost());
        check('and has a lifetime left', !$lock->isExpired());
        unset($keep);
        check(
            'not renewed any more',
            compute(5, fn () => $lock->isExpired()) || null === $lock->getRemainingLifetime(),
        );
    });
}

group('a third of the TTL', function () {
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 1.5);
    $begun = now();
    $lock->acquire();
    $store->renewed = 0;
    $keep = new KeepAlive($lock);
    compute(0.2);
    $renewed = $store->renewed;
    check('not at once', 0 === $renewed || now() - $begun > 0.4, "$renewed times");
    check('after a third', compute(5, fn () => 1 === $store->renewed));
    // It may have been late, and then the TTL begins late.
    between('seconds of the lifetime left by then', 0.8, 1.5, $lock->getRemainingLifetime());
    $keep->stop();
    compute(0.8);
    same('stopped', 1, $store->renewed);
});

group('the TTL that was asked for', function () {
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 1.0);
    $lock->acquire();
    $keep = new KeepAlive($lock, ttl: 30);
    check(
        'renewed at once, because less than two thirds are left',
        compute(5, fn () => $lock->getRemainingLifetime() > 20),
    );
    compute(0.4);
    same('and then not for long', 2, $store->renewed);
});

group('while another lock is waited for', function () use ($directory) {
    $stores = ['tried again and again' => new InMemoryStore(), 'in the kernel' => new FlockStore($directory)];
    foreach ($stores as $how => $waited) {
        $store = new CountingStore();
        $lock = new Lock(new Key('r'), $store, 1.5);
        $lock->acquire();
        $keep = new KeepAlive($lock);
        $holder = new Lock(new Key('busy'), $waited);
        $holder->acquire();
        same($how, false, (new Lock(new Key('busy'), $waited))->acquire(true, 2.0));
        check("$how: renewed", $store->renewed > 2, "$store->renewed times");
        check("$how: held", !$keep->isLost() && !$lock->isExpired());
    }
});

group('one that waits without an end', function () use ($directory) {
    // Without a handler of a signal the kernel is asked in this very thread, unless something may have to be done.
    $code = '$l = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key("endless"), '
        .'new Symfony\Component\Lock\Store\FlockStore($argv[1])); $l->acquire(); echo "held\n"; fgets(STDIN);';
    $child = Child::start($code, arguments: [$directory]);
    same('held', 'held', $child->hear());
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 1.5);
    $lock->acquire();
    $store->on_renewal = function ($store) use ($child) {
        4 === $store->renewed && $child->say('let go');
    };
    $keep = new KeepAlive($lock);
    same('got in the end', true, (new Lock(new Key('endless'), new FlockStore($directory)))->acquire(true));
    check('renewed', $store->renewed >= 4 && !$keep->isLost());
    $child->finish();
});

group('locks that do not expire', function () use ($directory) {
    $lock = (new LockFactory(new FlockStore($directory)))->createLock('r');
    $lock->acquire();
    $keep = new KeepAlive($lock);
    compute(0.1);
    check('not lost', !$keep->isLost());
});

group('a released lock', function () {
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 0.3);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    $lock->release();
    $renewed = $store->renewed;
    compute(0.5);
    same('is not renewed', $renewed, $store->renewed);
    check('and not lost', !$keep->isLost());
});

group('one that was released, and held again by another Lock on its Key', function () {
    $store = new CountingStore();
    [$lock, $other] = [new Lock($key = new Key('r'), $store, 1.5), new Lock($key, $store, 1.5, false)];
    $lock->acquire();
    $lock->release();
    $other->acquire();
    check('it is held', $lock->isAcquired());
    $store->renewed = 0;
    $keep = new KeepAlive($lock);
    check('renewed', compute(5, fn () => $store->renewed > 1));
    check('not lost', !$keep->isLost());
});

group('a lifetime that gets shorter', function () {
    $ways = [
        'refresh()' => fn (Lock $lock, Lock $other) => $lock->refresh(0.9),
        'acquire()' => fn (Lock $lock, Lock $other) => $lock->acquire(),
        'acquire() of another Lock on the key' => fn (Lock $lock, Lock $other) => $other->acquire(),
    ];
    foreach ($ways as $what => $shorten) {
        $store = new CountingStore();
        [$lock, $other] = [new Lock($key = new Key('r'), $store, 0.9), new Lock($key, $store, 0.9, false)];
        $lock->acquire();
        $keep = new KeepAlive($lock, ttl: 300);
        check("$what: renewed at once", compute(5, fn () => $lock->getRemainingLifetime() > 200));
        $shorten($lock, $other);
        check("$what: renewed before that ends", compute(5, fn () => $lock->getRemainingLifetime() > 200));
        check("$what: not lost", !$keep->isLost());
    }
});

group('a lock that has no end until it is refreshed', function () {
    $lock = new Lock(new Key('r'), $store = new CountingStore(), null);
    $lock->acquire();
    $keep = new KeepAlive($lock, ttl: 30);
    $lock->refresh(0.9);
    check('renewed', compute(5, fn () => $lock->getRemainingLifetime() > 20));
});

group('many', function () {
    $store = new CountingStore();
    foreach (range(1, 100) as $i) {
        ($locks[$i] = new Lock(new Key("r$i"), $store, 2.0))->acquire();
        $keeps[$i] = new KeepAlive($locks[$i]);
    }
    // In an order of their own.
    shuffle($keeps);
    array_splice($keeps, 0, 50);
    $store->renewed = 0;
    check('half of them are renewed', compute(10, fn () => $store->renewed >= 100));
    same('none is lost', [], array_filter($keeps, fn ($keep) => $keep->isLost()));
});

check('cycles are collected', (function () {
    $lock = new Lock(new Key('r'), new CountingStore(), 3.0);
    $lock->acquire();
    $keep = new KeepAlive($lock, onLost: function () use (&$keep) {
        echo "FAIL: called\n";
    });
    $weak = WeakReference::create($lock);
    unset($lock, $keep);
    gc_collect_cycles();

    return null === $weak->get();
})());
same('no thread is left', $threads, threads());

$child = Child::start('require "'.__DIR__.'/keep.inc";'.<<<'CODE'
    $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('r'), new CountingStore(), 2.0);
    $lock->acquire();
    $keep = new Slock\KeepAlive($lock);
    $expires = fn () => compute(3.0, fn () => $lock->isExpired());
    register_shutdown_function(fn () => print($expires() ? "expired\n" : "still renewed\n"));
    echo "ends\n";
    exit(compute(0.1));
    CODE);
same('the end of a script', "ends\nstill renewed\n", $child->finish());
?>
--EXPECT--
ok: a store in PHP
ok: a store in PHP that does not count lifetimes
ok: SQLite
ok: a third of the TTL
ok: the TTL that was asked for
ok: while another lock is waited for
ok: one that waits without an end
ok: locks that do not expire
ok: a released lock
ok: one that was released, and held again by another Lock on its Key
ok: a lifetime that gets shorter
ok: a lock that has no end until it is refreshed
ok: many
ok: cycles are collected
ok: no thread is left
ok: the end of a script
