--TEST--
PostgreSqlStore over persistent \PDO objects whose connection PDO has opened again beneath them: one owner at a time
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/persistent-reopened.inc';

group('an object from before, and one from after', function () {
    [$earlier, $later] = opened_again('earlier');
    $first = lock_of($later, 'one');
    same('the first owner', true, $first->acquire());
    same('another lock by the object from before', true, lock_of($earlier, 'other')->acquire());
    same('and one more', true, lock_of($earlier, 'more')->acquire());
    $second = lock_of($later, 'one');
    same('no second owner', [false, false], [$second->acquire(), $second->acquire()]);
    same('nor by the object from before', false, lock_of($earlier, 'one')->acquire());
    same('the first has it', true, $first->isAcquired());
    $first->release();
    same('then the second', true, $second->acquire());
});
group('two objects from before', function () {
    [$one, $other] = opened_again('both', 2);
    $first = lock_of($one, 'both');
    same('an owner', true, $first->acquire());
    $second = lock_of($other, 'both');
    same('no second owner by the other one', [false, false], [$second->acquire(), $second->acquire()]);
    same('the owner has it', true, $first->isAcquired());
});
?>
--EXPECT--
ok: an object from before, and one from after
ok: two objects from before
