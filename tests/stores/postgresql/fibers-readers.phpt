--TEST--
Advisory stores on a PDO object: readers of one session that release in the middle of one another leave nothing behind, and none loses its lock
--EXTENSIONS--
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); ?>
--FILE--
<?php
require __DIR__.'/fibers.inc';

[$store, $others] = suspending_stores()['PostgreSQL'];

group('both release', function () use ($store, $others) {
    [$one, $two] = [lock_in($store, $resource = unique()), lock_in($store, $resource)];
    same('they read', [true, true], [$one->acquireRead(), $two->acquireRead()]);
    end_in_turn(suspended($one->release(...)), suspended($two->release(...)));
    same('neither holds it', [false, false], [$one->isAcquired(), $two->isAcquired()]);
    same('it is free', true, lock_in($others, $resource)->acquire());
});
group('one comes while the last one releases', function () use ($store, $others) {
    [$one, $two] = [lock_in($store, $resource = unique()), lock_in($store, $resource)];
    $one->acquireRead();
    $release = suspended($one->release(...));
    $comes = $two->acquireRead();
    end_in_turn($release);
    same('a writer', !$comes, lock_in($others, $resource)->acquire());
    same('what it was told', $comes, $two->isAcquired());
});
group('the last one releases while one comes', function () use ($store, $others) {
    [$one, $two] = [lock_in($store, $resource = unique()), lock_in($store, $resource)];
    $one->acquireRead();
    $came = false;
    $comes = suspended(function () use ($two, &$came) { $came = $two->acquireRead(); });
    try {
        $one->release();
        $released = true;
    } catch (Symfony\Component\Lock\Exception\LockReleasingException) {
        $released = false;
    }
    end_in_turn($comes);
    same('the one', !$released, $one->isAcquired());
    same('the other', $came, $two->isAcquired());
    same('a writer', !$came && $released, lock_in($others, $resource)->acquire());
});
?>
--EXPECT--
ok: both release
ok: one comes while the last one releases
ok: the last one releases while one comes
