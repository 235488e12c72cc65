--TEST--
After a fork what was not held before it is everybody's own: one owner, whoever had asked before, and no end of another process takes it
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
side_by_side(array_intersect_key(ways(), array_flip($names)), forks_have_tokens(...));

group('a key that is used with two classes of stores', function () {
    $stores = [ways()['MemcachedStore']->store(), ways()['RedisStore']->store()];
    $key = new Key(unique());
    $locks = array_map(fn ($store) => new Lock($key, $store, 300.0, false), $stores);
    foreach ($locks as $lock) {
        same('before', [true, null], [$lock->acquire(), $lock->release()]);
    }
    $children = array_map(
        fn () => new Forked(fn () => array_map(fn ($lock) => $lock->acquire(), $locks)),
        [1, 2, 3],
    );
    $answers = array_map(fn (Forked $child) => $child->says(), $children);
    array_map(fn (Forked $child) => $child->ends(), $children);
    same('one each', [1, 1], [array_sum(array_column($answers, 0)), array_sum(array_column($answers, 1))]);
});

group('one that was released, beside one that is held on stores of another class', function () {
    $key = new Key(unique());
    [$held, $released] = array_map(
        fn (string $way) => new Lock($key, ways()[$way]->store(), 300.0, false),
        ['MemcachedStore', 'RedisStore'],
    );
    same('acquired', [true, true, null], [$held->acquire(), $released->acquire(), $released->release()]);
    same('and asked', true, $held->isAcquired());
    same('what was released has one owner', 1, owners($released));
    same('what is held is held', [true, null], [$held->isAcquired(), $held->refresh()]);
    $held->release();
});

group('one that is held, and was not acquired last', function () {
    $key = new Key(unique());
    [$first, $last] = array_map(
        fn (string $way) => new Lock($key, ways()[$way]->store(), 300.0, false),
        ['RedisStore', 'MemcachedStore'],
    );
    same('acquired', [true, true], [$first->acquire(), $last->acquire()]);
    (new Forked(fn () => null))->ends();
    same('refreshed', [null, true], [$first->refresh(), $first->acquire()]);
    same('the last one released', [null, null], [$last->release(), $first->refresh()]);
    $first->release();
    same('another owner', true, (new Lock(new Key((string) $key), ways()['RedisStore']->store(), 9.0))->acquire());
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
ok: a key that is used with two classes of stores
ok: one that was released, beside one that is held on stores of another class
ok: one that is held, and was not acquired last
