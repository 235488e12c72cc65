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
    $one->release();
    end_in_turn($comes);
    same('they', [false, true, true], [$one->isAcquired(), $came, $two->isAcquired()]);
    $two->release();
    same('a writer', true, lock_in($others, $resource)->acquire());
});
group('the last one releases while a writer asks', function () use ($store, $others) {
    [$one, $two] = [lock_in($store, $resource = unique()), lock_in($store, $resource)];
    $one->acquireRead();
    $got = true;
    $asks = suspended(function () use ($two, &$got) { $got = $two->acquire(); }, 2);
    $one->release();
    end_in_turn($asks);
    same('they', [false, $got], [$one->isAcquired(), $two->isAcquired()]);
    $got && $two->release();
    same('it is free', true, lock_in($others, $resource)->acquire());
});
group('one becomes the writer, and its fiber is given up', function () use ($store, $others) {
    $one = lock_in($store, $resource = unique());
    $one->acquireRead();
    $asks = suspended($one->acquire(...), 2);
    unset($asks);
    gc_collect_cycles();
    $one->release();
    same('it is free', true, lock_in($others, $resource)->acquire());
});
// What the fiber may have left in the session is given up after the writer's lock: by two more steps.
foreach (['acquire', 'acquireRead'] as $method) {
    group("a writer whose change to a reader was given up releases, another $method()", function () use (
        $store, $others, $method,
    ) {
        for ($at = 1; $at < 5; ++$at) {
            [$one, $two] = [lock_in($store, $resource = unique()), lock_in($store, $resource)];
            $one->acquire();
            $asks = suspended($one->acquireRead(...), 2);
            unset($asks);
            gc_collect_cycles();
            $release = suspended($one->release(...), $at);
            same("$at: it is still in its middle", false, $release->isTerminated());
            $told = $two->$method();
            end_in_turn($release);
            same("$at: what they were told", [false, $told], [$one->isAcquired(), $two->isAcquired()]);
            same("$at: a writer", !$told, ($last = lock_in($others, $resource))->acquire());
            $told ? $two->release() : $last->release();
            same("$at: then it is free", true, lock_in($others, $resource)->acquire());
        }
    });
}
?>
--EXPECT--
ok: both release
ok: one comes while the last one releases
ok: the last one releases while one comes
ok: the last one releases while a writer asks
ok: one becomes the writer, and its fiber is given up
ok: a writer whose change to a reader was given up releases, another acquire()
ok: a writer whose change to a reader was given up releases, another acquireRead()
