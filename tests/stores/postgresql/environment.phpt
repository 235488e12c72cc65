--TEST--
PostgreSqlStore: what libpq reads in the environment tells sessions apart, as the DSN does
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/** A lock of a store that is made with this environment. */
function lock_in(array $environment, string $name, string $dsn)
{
    foreach ($environment as $variable => $value) {
        putenv("$variable=$value");
    }
    $lock = (new LockFactory(new PostgreSqlStore($dsn)))->createLock($name, null, false);
    same('acquired', true, $lock->acquire());

    return $lock;
}

/** Whether another process gets it in that database. */
function others_get(string $name, string $dsn, array $environment): bool
{
    $code = <<<'CODE'
        $store = new Symfony\Component\Lock\Store\PostgreSqlStore($argv[1]);
        $lock = (new Symfony\Component\Lock\LockFactory($store))->createLock($argv[2]);
        echo $lock->acquire() ? 'yes' : 'no';
        CODE;
    foreach ($environment as $variable => $value) {
        putenv("$variable=$value");
    }

    return 'yes' === output_of($code, 'here', [], [], [$dsn, $name]);
}

$dsn = sprintf('pgsql:host=%s;port=%s', pg('HOST'), pg('PORT'));
$common = ['PGUSER' => pg('USER'), 'PGPASSWORD' => pg('PASSWORD')];
[$first, $second] = [unique('first'), unique('second')];

$one = lock_in($common + ['PGDATABASE' => pg('DB')], $first, $dsn);
$two = lock_in(['PGDATABASE' => 'postgres'], $second, $dsn);
same('held in the second database', false, others_get($second, $dsn, ['PGDATABASE' => 'postgres']));
same('not held in the first', true, others_get($second, $dsn, ['PGDATABASE' => pg('DB')]));
same('held in the first', false, others_get($first, $dsn, ['PGDATABASE' => pg('DB')]));
same('not held in the second', true, others_get($first, $dsn, ['PGDATABASE' => 'postgres']));

// What was set again stands elsewhere in the environment.
$count = fn (): int => (int) pg_pdo()->query(
    "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'slock-environment'"
        .' AND pid <> pg_backend_pid()',
)->fetchColumn();
$named = ['PGAPPNAME' => 'slock-environment', 'PGDATABASE' => pg('DB')];
$three = lock_in($named, unique('third'), $dsn);
putenv('PGUSER');
$four = lock_in($common, unique('fourth'), $dsn);
same('one session for one environment', 1, $count());
array_map(fn ($lock) => $lock->release(), [$one, $two, $three, $four]);
?>
--EXPECT--
ok: acquired
ok: acquired
ok: held in the second database
ok: not held in the first
ok: held in the first
ok: not held in the second
ok: acquired
ok: acquired
ok: one session for one environment
