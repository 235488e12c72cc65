--TEST--
PdoStore and DoctrineDbalStore: while the server is away every call says so; when it is back the lock is still held
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=2
--FILE--
<?php
require __DIR__.'/failures.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $proxy = new SqlProxy($kind);
        $store = new PdoStore($proxy->dsn(), sql_options($kind), 0);
        $dbal = new DoctrineDbalStore($proxy->url(), ['db_table' => table()], 0);
        drop_table_at_the_end($kind);
        foreach (['PDO' => $store, 'DBAL' => $dbal] as $what => $store) {
            $lock = new Lock($key = new Key("again $what"), $store, 30, false);
            same("$what: before", true, $lock->acquire());
            $proxy->stop();
            fails(
                "$what: stopped",
                $store,
                ['gone away', 'lost', 'closed', 'refused', 'no connection', 'terminat'],
                "port=$proxy->port",
                [sql_password($kind)],
            );
            raises("$what: not known", LockStorageException::class, null, fn () => $store->exists($key));
            raises("$what: nothing is released", LockReleasingException::class, null, fn () => $lock->release());
            $proxy->start();
            same("$what: after", true, $lock->isAcquired());
            $lock->release();
            same("$what: released", false, $lock->isAcquired());
        }
    });
}
?>
--EXPECT--
ok: mysql
ok: pgsql
