--TEST--
PdoStore: what MySQL counts as affected rows decides nothing: owners, others and expired rows, for every way to count and prepare
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('mysql');
(new PdoStore(sql_dsn('mysql'), sql_options('mysql')))->createTable();
// MariaDB alone has a mode in which an assignment does not see the one before.
$maria = str_contains(sql_pdo('mysql')->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB');
foreach ([false, true] as $found) {
    foreach ([false, true] as $emulate) {
        foreach ([false, true] as $buffered) {
            foreach (['', 'ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'] as $mode) {
                $what = sprintf(
                    'found rows %s, emulated %s, buffered %s, mode "%s"',
                    ...array_map(fn ($x) => var_export($x, true), [$found, $emulate, $buffered]),
                    ...[$mode],
                );
                group($what, function () use ($found, $emulate, $buffered, $mode, $maria) {
                    $modes = $mode.($mode && $maria ? ',SIMULTANEOUS_ASSIGNMENT' : '');
                    $pdo = sql_pdo('mysql', [
                        PDO::MYSQL_ATTR_FOUND_ROWS => $found,
                        PDO::ATTR_EMULATE_PREPARES => $emulate,
                        PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered,
                        PDO::MYSQL_ATTR_INIT_COMMAND => "SET SESSION sql_mode = '$modes'",
                    ]);
                    $store = new PdoStore($pdo, ['db_table' => table()], 0);
                    $mine = new Key($name = unique());
                    $other = new Key($name);
                    $store->save($mine);
                    for ($i = 0; $i < 5; ++$i) {
                        // Within one second nothing changes.
                        $store->save($mine);
                        $store->putOffExpiration($mine, 300);
                        raises('save of another', LockConflictedException::class, null, fn () => $store->save($other));
                        raises(
                            'putOffExpiration of another',
                            LockConflictedException::class,
                            null,
                            fn () => $store->putOffExpiration($other, 300),
                        );
                        same('mine', true, $store->exists($mine));
                        same('not the other\'s', false, $store->exists($other));
                    }
                    $expire = fn () => $pdo->exec(
                        'UPDATE '.table()." SET key_expiration = 1000 WHERE key_id = '".hash('sha256', $name)."'",
                    );
                    $expire();
                    same('expired', false, $store->exists($mine));
                    $store->putOffExpiration($mine, 300);
                    same('put off while nobody took it', true, $store->exists($mine));
                    $expire();
                    $store->save($mine);
                    same('saved while nobody took it', true, $store->exists($mine));
                    $expire();
                    $store->save($other);
                    same('taken over', true, $store->exists($other));
                    raises('lost', LockConflictedException::class, null, fn () => $store->save($mine));
                    $expire();
                    $store->putOffExpiration($mine, 300);
                    same('taken over by putting off, as with the package', true, $store->exists($mine));
                    $store->delete($other);
                    same('delete of another', true, $store->exists($mine));
                    $store->delete($mine);
                    raises(
                        'nothing left',
                        LockConflictedException::class,
                        null,
                        fn () => $store->putOffExpiration($mine, 300),
                    );
                    same('the attribute is as it was', $emulate, (bool) $pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES));
                });
            }
        }
    }
}
?>
--EXPECT--
ok: found rows false, emulated false, buffered false, mode ""
ok: found rows false, emulated false, buffered false, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows false, emulated false, buffered true, mode ""
ok: found rows false, emulated false, buffered true, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows false, emulated true, buffered false, mode ""
ok: found rows false, emulated true, buffered false, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows false, emulated true, buffered true, mode ""
ok: found rows false, emulated true, buffered true, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows true, emulated false, buffered false, mode ""
ok: found rows true, emulated false, buffered false, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows true, emulated false, buffered true, mode ""
ok: found rows true, emulated false, buffered true, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows true, emulated true, buffered false, mode ""
ok: found rows true, emulated true, buffered false, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
ok: found rows true, emulated true, buffered true, mode ""
ok: found rows true, emulated true, buffered true, mode "ANSI,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES"
