--TEST--
Advisory stores by DSN or URL: each store is a reader of its own
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/own-locks.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;

foreach (array_slice(sharing_stores(), 0, 2) as $way => $make) {
    group($way, function () use ($make) {
        [$a, $b, $key] = [$make(), $make(), new Key(unique())];
        $a->saveRead($key);
        same('whose it is', [true, false], [$a->exists($key), $b->exists($key)]);
        $b->saveRead($key);
        raises('to write', LockConflictedException::class, null, fn () => $b->save($key));
        $a = null;
        gc_collect_cycles();
        same('the other one still reads', true, $b->exists($key));
        $saved = eventually(fn () => 'NULL' === outcome(fn () => $b->save($key)));
        same('and writes', true, $saved && $b->exists($key));
        $b->delete($key);
    });
}
?>
--EXPECT--
ok: PostgreSQL by DSN
ok: PostgreSQL by URL
