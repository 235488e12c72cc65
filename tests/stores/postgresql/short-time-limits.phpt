--TEST--
PostgreSqlStore by DSN: neither lock_timeout nor statement_timeout ends a wait, however short it is
--EXTENSIONS--
pdo
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/*
 * A machine that is busy may need longer than the limit for the other statements as well, which then fail, rightly; so
 * it is tried a few times.
 */
foreach (['lock_timeout' => '20ms', 'statement_timeout' => '40ms'] as $limit => $time) {
    group("$limit = $time", function () use ($limit, $time) {
        $make = 'new Symfony\Component\Lock\Store\PostgreSqlStore('.var_export(pg_dsn(), true).')';
        for ($tries = 0; $tries < 5; ++$tries) {
            $holder = holder($make, $resource = unique());
            putenv("PGOPTIONS=-c $limit=$time");
            $store = new PostgreSqlStore(pg_dsn(['application_name' => unique()]));
            $lock = new Lock(new Key($resource), $store, null, false);
            $bounded = outcome(fn () => $lock->acquire(true, 1.5));
            $holder->say('usleep(2_500_000); $lock->release();');
            $begun = now();
            $said = outcome(fn () => $lock->acquire(true));
            $took = now() - $begun;
            putenv('PGOPTIONS');
            $holder->finish();
            outcome(fn () => $lock->release());
            if ('false' === $bounded && 'true' === $said || !str_contains($said.$bounded, 'canceling statement')) {
                break;
            }
        }
        same('false at the deadline', 'false', $bounded);
        same('and with the lock when there is none', 'true', $said);
        check('after the release', $took > 1.5, "$took s");
    });
}
?>
--EXPECT--
ok: lock_timeout = 20ms
ok: statement_timeout = 40ms
