--TEST--
PostgreSqlStore by DSN: a destructor's release that the server cancels leaves no lock with an owner who has gone
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$server = new FuzzServer("require '".__DIR__."/../../inc/fuzz-postgresql.inc';");
$store = fn (string $name) => new PostgreSqlStore(
    "pgsql:host=127.0.0.1;port=$server->port;dbname=x;user=u;password=p;sslmode=disable;gssencmode=disable;"
        ."application_name=$name",
);
$lock = fn (object $store, string $resource, bool $releases = true) => new Lock(
    new Key($resource),
    $store,
    null,
    $releases,
);
/** The last reference to a lock goes, whose release fails. */
function goes(?Lock &$last): void
{
    error_clear_last();
    @$last = null;
    $said = error_get_last()['message'] ?? '';
    same('warned', 1, preg_match('/Failed to release .* automatically: .* canceling/', $said));
}

/** What other sessions find. */
$free = function (string $resource) use ($server, $store, $lock) {
    $other = $lock($store(uniqid('other')), $resource);
    if ($acquired = $other->acquire()) {
        $other->release();
    }

    return $acquired;
};

/** Runs $f with a session that has a lock besides; the server cancels what $mode says when the last owner goes. */
$beside = function (string $what, string $mode, Closure $f) use ($server, $store, $lock) {
    group($what, function () use ($what, $mode, $f, $server, $store, $lock) {
        $server->round(1, 'honest');
        $one = $store('one-'.crc32($what));
        $kept = $lock($one, "kept $what");
        $kept->acquire();
        $gone = $lock($one, $resource = "gone $what");
        $gone->acquire();
        $server->round(1, $mode);
        goes($gone);
        $f($one, $kept, $resource);
        same('the other lock', true, $kept->isAcquired());
    });
};

group('the only lock of its session', function () use ($server, $store, $lock, $free) {
    $server->round(1, 'honest');
    $gone = $lock($one = $store('alone'), 'alone');
    $gone->acquire();
    $server->round(1, 'refused release 1 alone');
    goes($gone);
    same('free', true, eventually(fn () => $free('alone')));
    same('in another session', true, $lock($one, 'alone')->acquire());
});

$beside('the session is used', 'refused release 1 used', function ($one, $kept, $resource) use ($free) {
    same('not yet', false, $free($resource));
    same('used', true, $kept->isAcquired());
    same('free', true, $free($resource));
});

$beside('another store', 'refused release 1 another', function ($one, $kept, $resource) use ($store, $lock, $free) {
    same('used', true, $lock($store('one-'.crc32('another store')), 'anything')->acquire());
    same('free', true, $free($resource));
});

$beside('cancelled again', 'refused release 2 again', function ($one, $kept, $resource) use ($free) {
    raises('not yet', LockStorageException::class, null, fn () => $kept->isAcquired());
    same('used', true, $kept->isAcquired());
    same('free', true, $free($resource));
});

$beside('the session wants it', 'refused release 1 wants', function ($one, $kept, $resource) use ($lock, $free) {
    $next = $lock($one, $resource);
    same('had', true, $next->acquire(true, 1.0));
    same('excludes', false, $free($resource));
    $next->release();
    same('free', true, $free($resource));
});

$beside('wanted in vain', 'refused release 2 vain', function ($one, $kept, $resource) use ($lock, $free) {
    $next = $lock($one, $resource);
    raises('cancelled', LockAcquiringException::class, null, fn () => $next->acquire(true, 1.0));
    same('had', true, $next->acquire(true, 1.0));
    $next->release();
    same('free', true, $free($resource));
});

$beside('another goes, too', 'refused release 3 then', function ($one, $kept, $resource) use ($server, $lock, $free) {
    $next = $lock($one, "$resource 2");
    raises('cancelled', LockAcquiringException::class, null, fn () => $next->acquire());
    $server->round(1, 'honest');
    $next->acquire();
    $server->round(1, 'refused release 1 then too');
    goes($next);
    same('used', true, $kept->isAcquired());
    same('free', [true, true], [$free($resource), $free("$resource 2")]);
});

group('one of two readers', function () use ($server, $store, $lock, $free) {
    $server->round(1, 'honest');
    $gone = $lock($one = $store('readers'), 'readers');
    $stays = $lock($one, 'readers');
    same('they read', [true, true], [$gone->acquireRead(), $stays->acquireRead()]);
    $server->round(1, 'refused holds 1 readers');
    goes($gone);
    same('the other one reads', true, $stays->isAcquired());
    $stays->release();
    same('free', true, $free('readers'));
});

group('the store goes', function () use ($server, $store, $lock, $free) {
    $server->round(1, 'honest');
    $kept = $lock($store('store'), 'kept by a store');
    $kept->acquire();
    $gone = [$lock($two = $store('store'), 'store 1', false), $lock($two, 'store 2', false)];
    same('taken', [true, true], [$gone[0]->acquire(), $gone[1]->acquire()]);
    unset($two);
    $server->round(1, 'refused release 1 store');
    $gone = null;
    same('the next one is asked all the same', true, $free('store 2'));
    same('used', true, $kept->isAcquired());
    same('free', true, $free('store 1'));
});

group('an acquisition that has failed, seen by another store', function () use ($server, $store, $lock, $free) {
    $server->round(1, 'honest');
    $kept = $lock($one = $store('seen'), 'kept and seen');
    $kept->acquire();
    $server->round(1, 'cancelled-2');
    raises('cancelled', LockAcquiringException::class, null, fn () => $lock($one, 'seen')->acquire());
    $server->round(1, 'honest');
    $other = $lock($store('seen'), 'seen');
    same('had', true, $other->acquire());
    $other->release();
    same('free', [true, true], [$free('seen'), $kept->isAcquired()]);
});
echo $server->stop();
?>
--EXPECT--
ok: the only lock of its session
ok: the session is used
ok: another store
ok: cancelled again
ok: the session wants it
ok: wanted in vain
ok: another goes, too
ok: one of two readers
ok: the store goes
ok: an acquisition that has failed, seen by another store
