--TEST--
PdoStore: rows of expired locks are removed never, always, or now and then, as the probability says
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $options = ['db_table' => $table = fresh_table($kind)];
        $never = new PdoStore($pdo = sql_pdo($kind), $options, 0);
        $count = fn () => (int) $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn();
        $others = "key_id <> '".hash('sha256', 'live')."'";
        $age = fn () => $pdo->exec("UPDATE $table SET key_expiration = key_expiration - 400 WHERE $others");
        foreach (range(1, 3) as $i) {
            $never->save(new Key("old $i"));
        }
        $never->save($live = new Key('live'));
        $age();
        $never->save($live);
        same('never', 4, $count());
        (new PdoStore($pdo, $options, 1))->save(new Key('new'));
        same('always', 2, $count());
        same('what is held stays', true, $never->exists($live));
        foreach (range(1, 50) as $i) {
            (new PdoStore($pdo, $options, 0.5))->save($live);
        }
        same('nothing that lives', 2, $count());
        $age();
        for ($i = 0; $i < 200 && 2 === $count(); ++$i) {
            (new PdoStore($pdo, $options, 0.5))->save($live);
        }
        same('now and then', 1, $count());
    });
}
?>
--EXPECT--
ok: sqlite
ok: mysql
ok: pgsql
