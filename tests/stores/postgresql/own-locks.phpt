--TEST--
Advisory stores by DSN or URL: a lock belongs to the store that took it
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/own-locks.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

foreach (sharing_stores() as $way => $make) {
    group($way, function () use ($make) {
        [$a, $b, $key] = [$make(), $make(), new Key(unique())];
        $a->save($key);
        raises('save', LockConflictedException::class, null, fn () => $b->save($key));
        raises('refresh', LockConflictedException::class, null, fn () => $b->putOffExpiration($key, 5));
        $b->delete($key);
        same('whose it is', [true, false], [$a->exists($key), $b->exists($key)]);
        $lock = new Lock($key, $b, 5, false);
        same('a lock', [false, false, false], [$lock->acquire(), $lock->acquire(true, 0.2), $lock->isAcquired()]);
        $a->delete($key);
        $b->save($key);
        same('whose it is now', [false, true], [$a->exists($key), $b->exists($key)]);
        raises('the first', LockConflictedException::class, null, fn () => $a->save($key));
        $b->delete($key);
    });
}
?>
--EXPECT--
ok: PostgreSQL by DSN
ok: PostgreSQL by URL
ok: PostgreSQL, persistent
ok: MySQL by DSN
ok: MySQL, persistent
