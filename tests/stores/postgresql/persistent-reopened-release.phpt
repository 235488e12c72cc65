--TEST--
PostgreSqlStore over persistent \PDO objects whose connection PDO has opened again: what was held before is not held, and its release harms nobody
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/persistent-reopened.inc';

foreach (['release' => false, 'ask and release' => true] as $what => $asks) {
    group($what, function () use ($what, $asks) {
        $held = null;
        [$earlier, $later] = opened_again($what, 1, function (PDO $pdo) use (&$held, $what) {
            $held = lock_of($pdo, $what);
            same('held', true, $held->acquire());
        });
        $next = lock_of($later, $what);
        same('the next owner', true, $next->acquire());
        $asks && same('the one before has it no more', false, $held->isAcquired());
        $held->release();
        same('the release of the one before has left it', true, $next->isAcquired());
        same('also at the server', 1, pg_locks(pg_pdo(), $what));
    });
}
?>
--EXPECT--
ok: release
ok: ask and release
