--TEST--
PdoStore: the fencing token of an owner is the number that stands in the table beside the locks, and grows from owner to owner
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

use function Slock\fencing_token;

$store = new PdoStore($pdo = sql_pdo('sqlite'), ['db_table' => 'fenced', 'fencing' => true], 0);
$last = 0;
foreach (['the first owner', 'the second', 'the third'] as $owner) {
    group($owner, function () use ($store, $pdo, &$last) {
        $lock = new Lock(new Key('r'), $store, 30, false);
        same('acquired', true, $lock->acquire());
        $number = (int) $pdo->query('SELECT MAX(key_fence) FROM fenced_fence')->fetchColumn();
        same('its token', $number, fencing_token($lock));
        check('it is greater', $number > $last, "$number after $last");
        $last = $number;
        $lock->release();
    });
}
?>
--EXPECT--
ok: the first owner
ok: the second
ok: the third
