--TEST--
PostgreSqlStore through a \PDO: looking for a pooler costs no message without one, and behind one a single message of the first operation
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('strace');
need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

$bouncer = new OwnPgBouncer(['pool_mode' => 'session']);
foreach (['the server itself' => pg_dsn(), 'behind a pooler' => $bouncer->dsn()] as $way => $dsn) {
    echo "-- $way\n";
    print_messages(
        '$store = new Symfony\Component\Lock\Store\PostgreSqlStore(new PDO('.var_export($dsn, true).'));'.<<<'CODE'
            $factory = new Symfony\Component\Lock\LockFactory($store);
            $lock = $factory->createLock('messages', 300);
            step('first acquire', fn () => $lock->acquire());
            step('isAcquired', fn () => $lock->isAcquired());
            step('refresh', fn () => $lock->refresh());
            step('release', fn () => $lock->release());
            step('acquire', fn () => $lock->acquire());
            CODE,
        ['pdo', 'pdo_pgsql'],
    );
}
?>
--EXPECT--
-- the server itself
first acquire: 1
isAcquired: 1
refresh: 1
release: 1
acquire: 1
-- behind a pooler
first acquire: 2
isAcquired: 1
refresh: 1
release: 1
acquire: 1
