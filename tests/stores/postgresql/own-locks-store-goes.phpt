--TEST--
Advisory stores by DSN or URL: with a store its locks go, and no other's
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

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

foreach (sharing_stores() as $way => $make) {
    group($way, function () use ($make) {
        [$a, $b, $key, $other] = [$make(), $make(), new Key($name = unique()), new Key(unique())];
        $a->save($key);
        $b->save($other);
        $a = null;
        // The end of a session shows a moment later.
        $free = fn (string $name) => eventually(fn () => 'NULL' === outcome(fn () => $b->save(new Key($name))));
        same('it is free', true, $free($name));
        same('the other one is not', true, $b->exists($other));
        $cycle = new stdClass();
        $cycle->store = $make();
        $cycle->lock = new Lock(new Key($name = unique()), $cycle->store, 5);
        same('in a cycle', true, $cycle->lock->acquire());
        $cycle->self = $cycle;
        $cycle = null;
        gc_collect_cycles();
        same('it is free, too', true, $free($name));
        same('the other one is still not', true, $b->exists($other));
        $b->delete($other);
    });
}
?>
--EXPECT--
ok: PostgreSQL by DSN
ok: PostgreSQL by URL
ok: PostgreSQL, persistent
ok: MySQL by DSN
ok: MySQL, persistent
