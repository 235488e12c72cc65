--TEST--
After a fork a parent, too, takes what it has lost with a token of its own: no end of a child, and no generation of children, shares it
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-tokens.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

$names = [
    'RedisStore',
    'MemcachedStore',
    'MongoDbStore',
    'PdoStore, mysql',
    'PdoStore, pgsql',
    'PdoStore, sqlite',
    'CombinedStore',
    'RetryTillSaveStore',
];
side_by_side(array_intersect_key(ways(), array_flip($names)), forks_end_apart(...));

group('a lifetime that was over', function () {
    $mine = new Lock($key = new Key($name = unique()), $store = ways()['RedisStore']->store(), 0.2);
    same('acquired', true, $mine->acquire());
    $child = new Forked(fn () => true);
    check('it is over', eventually(fn () => $mine->isExpired()));
    // With a token of its own: another one is let in when the server, too, has seen the end.
    same('again', true, eventually(fn () => $mine->acquire()));
    $mine->refresh(300.0);
    $child->ends();
    $other = new Lock(new Key($name), $store);
    same('no end of a child takes it', [true, false], [$mine->isAcquired(), $other->acquire()]);
});

group('a reader that was refused as the writer', function () {
    $store = ways()['RedisStore']->store();
    $mine = new Lock(new Key($name = unique()), $store, 300.0, false);
    $other = new Lock(new Key($name), $store, 300.0);
    same('readers', [true, true, false], [$mine->acquireRead(), $other->acquireRead(), $mine->acquire()]);
    $child = new Forked(fn () => outcome(fn () => $mine->refresh()));
    same('is a reader in its child, too', ['NULL', true], [$child->says(), $mine->isAcquired()]);
    $child->ends();
});

group('a reader beside whose key another Lock was refused as the writer', function () {
    $store = ways()['RedisStore']->store();
    $mine = new Lock($key = new Key($name = unique()), $store, 300.0, false);
    $other = new Lock(new Key($name), $store, 300.0);
    $writer = new Lock($key, $store, 300.0, false);
    same('readers', [true, true, false], [$mine->acquireRead(), $other->acquireRead(), $writer->acquire()]);
    (new Forked(fn () => null))->ends();
    same('is a reader yet', [null, true], [$mine->refresh(), $mine->isAcquired()]);
    $mine->release();
    $other->release();
    same('nothing is left', true, (new Lock(new Key($name), $store, 300.0))->acquire());
});

group('after many generations', function () {
    $store = ways()['RedisStore']->store();
    [$mine, $other] = [new Lock(new Key($name = unique()), $store, 300.0), new Lock(new Key($name), $store, 300.0)];
    $other->acquire();
    $deeper = function (int $more) use (&$deeper, $mine, $other) {
        // As a daemon that goes on in a child of its own again and again.
        1 === $more && outcome(fn () => $mine->acquire());
        if (33 === $more) {
            $other->release();

            return owners($mine);
        }
        $child = new Forked(fn () => $deeper($more + 1));
        $owners = $child->says();
        $child->ends();

        return $owners;
    };
    same('one owner', 1, $deeper(0));
});
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, pgsql
ok: CombinedStore
ok: RetryTillSaveStore
ok: a lifetime that was over
ok: a reader that was refused as the writer
ok: a reader beside whose key another Lock was refused as the writer
ok: after many generations
