--TEST--
PostgreSqlStore: a store by DSN goes where the environment pointed when it was made, also when it connects again
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/** Sets variables, or with null unsets them. */
function environment(array $variables): void
{
    foreach ($variables as $name => $value) {
        putenv(null === $value ? $name : "$name=$value");
    }
}

/** The database that has the advisory lock of the only session with this name. */
function database_of(string $application): ?string
{
    $all = pg_pdo()->query(
        "SELECT datname FROM pg_stat_activity WHERE application_name = '$application' AND pid <> pg_backend_pid()",
    )->fetchAll(PDO::FETCH_COLUMN);

    return $all ? implode(' ', $all) : null;
}

function end_session(string $application): void
{
    pg_pdo()->query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '$application'");
    check('it ends', eventually(fn () => null === database_of($application)));
}

environment(['PGHOST' => pg('HOST'), 'PGPORT' => pg('PORT'), 'PGUSER' => pg('USER'), 'PGPASSWORD' => pg('PASSWORD')]);

group('the session is lost', function () {
    environment(['PGDATABASE' => pg('DB')]);
    $lock = new Lock(new Key(unique()), new PostgreSqlStore('pgsql:application_name=slock-again'), null, false);
    same('acquired', true, $lock->acquire());
    same('there', pg('DB'), database_of('slock-again'));
    environment(['PGDATABASE' => 'postgres']);
    end_session('slock-again');
    same('lost', false, $lock->isAcquired());
    same('acquired again', true, $lock->acquire());
    same('in the same database', pg('DB'), database_of('slock-again'));
    $lock->release();
});

group('it is used when the environment is another one', function () {
    environment(['PGDATABASE' => pg('DB')]);
    $late = new Lock(new Key('x'), new PostgreSqlStore('pgsql:application_name=slock-late'), null, false);
    environment(['PGDATABASE' => 'postgres']);
    same('acquired', true, $late->acquire());
    same('where it was made', pg('DB'), database_of('slock-late'));
    $late->release();
});

group('a parameter without a value is none', function () {
    environment(['PGDATABASE' => pg('DB')]);
    $lock = new Lock(new Key(unique()), new PostgreSqlStore('pgsql:dbname=;application_name=slock-empty'), null, false);
    environment(['PGDATABASE' => 'postgres']);
    same('acquired', true, $lock->acquire());
    same('where it was made', pg('DB'), database_of('slock-empty'));
    $lock->release();
});

group('what is set later does not move a store that was made without', function () {
    environment(['PGDATABASE' => null]);
    $lock = new Lock(new Key('x'), new PostgreSqlStore('pgsql:application_name=slock-without'), null, false);
    environment(['PGDATABASE' => 'postgres']);
    try {
        $lock->acquire();
        check('told', false);
    } catch (LockAcquiringException $e) {
        $why = $e->getPrevious()->getMessage();
        check('told', str_contains($why, 'PGDATABASE was set after the store was made'), $why);
    }
    environment(['PGDATABASE' => null]);
});

group('several hosts', function () {
    $two = fn ($name) => pg($name).','.pg($name);
    environment(['PGHOST' => $two('HOST'), 'PGPORT' => $two('PORT'), 'PGDATABASE' => pg('DB')]);
    $dsn = "pgsql:options='-c default_transaction_read_only=on'";
    raises(
        'one that does not write',
        LockStorageException::class,
        'read-only',
        fn () => (new PostgreSqlStore($dsn))->save(new Key('x')),
    );
    environment(['PGTARGETSESSIONATTRS' => 'any']);
    $store = new PostgreSqlStore($dsn);
    $store->save($key = new Key(unique()));
    same('unless it may be any', true, $store->exists($key));
    $store->delete($key);
});
?>
--EXPECT--
ok: the session is lost
ok: it is used when the environment is another one
ok: a parameter without a value is none
ok: what is set later does not move a store that was made without
ok: several hosts
