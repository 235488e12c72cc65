--TEST--
PdoStore: on MySQL triggers, FOUND_ROWS and columns of other types change nothing of who has the lock
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('mysql');
$table = table();
$admin = sql_pdo('mysql');
$admin->exec("CREATE TABLE {$table}_audit (n INT AUTO_INCREMENT PRIMARY KEY, t VARCHAR(64)) ENGINE = InnoDB");
register_shutdown_function(fn () => $admin->exec("DROP TABLE {$table}_audit"));
$audit = "INSERT INTO {$table}_audit (t) VALUES (NEW.key_id)";
$triggers = [
    'none' => [],
    'BEFORE UPDATE' => ['SET NEW.note = UUID()'],
    'AFTER UPDATE' => [$audit],
    'BEFORE INSERT' => ['SET NEW.note = UUID()'],
    'AFTER INSERT' => [$audit],
    'AFTER DELETE' => ["INSERT INTO {$table}_audit (t) VALUES (OLD.key_id)"],
    'BEFORE UPDATE, the same value' => ['SET NEW.key_id = NEW.key_id'],
    'AFTER UPDATE, a statement that counts' => ["UPDATE {$table}_audit SET t = UUID()"],
];
$types = ['INTEGER UNSIGNED', 'BIGINT', 'DOUBLE', 'DECIMAL(20, 3)', 'VARCHAR(32)'];
foreach ($triggers as $when => $statements) {
    group($when, function () use ($when, $statements, $types, $table, $admin) {
        foreach ($statements ? [$types[0]] : $types as $type) {
            $admin->exec("DROP TABLE IF EXISTS $table");
            $admin->exec(
                "CREATE TABLE $table (key_id VARCHAR(64) NOT NULL PRIMARY KEY, key_token VARCHAR(44) NOT NULL,"
                ." key_expiration $type NOT NULL, note VARCHAR(64)) ENGINE = InnoDB",
            );
            foreach ($statements as $statement) {
                $time = strtok($when, ',');
                $admin->exec("CREATE TRIGGER {$table}_t $time ON $table FOR EACH ROW $statement");
            }
            foreach ([false, true] as $found) {
                foreach (['PDO', 'DSN'] as $how) {
                    $options = [PDO::MYSQL_ATTR_FOUND_ROWS => $found];
                    $own = sql_options('mysql', ['db_connection_options' => $options]);
                    $make = fn () => 'PDO' === $how
                        ? new PdoStore(sql_pdo('mysql', $options), ['db_table' => $table], 0)
                        : new PdoStore(sql_dsn('mysql'), $own, 0);
                    $what = "$type, $how".($found ? ', found rows' : '');
                    $name = unique();
                    $one = new Lock(new Key($name), $make(), 300.0, false);
                    $other = new Lock(new Key($name), $make(), 300.0, false);
                    same("$what: one", true, $one->acquire());
                    same("$what: another", false, $other->acquire());
                    same("$what: again", true, $one->acquire());
                    $one->refresh();
                    same("$what: another still", false, $other->acquire());
                    same("$what: held", [true, false], [$one->isAcquired(), $other->isAcquired()]);
                    $one->release();
                    same("$what: next", [true, false], [$other->acquire(), $one->acquire()]);
                    $other->release();
                }
            }
        }
    });
}
?>
--EXPECT--
ok: none
ok: BEFORE UPDATE
ok: AFTER UPDATE
ok: BEFORE INSERT
ok: AFTER INSERT
ok: AFTER DELETE
ok: BEFORE UPDATE, the same value
ok: AFTER UPDATE, a statement that counts
