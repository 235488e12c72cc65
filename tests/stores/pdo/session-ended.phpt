--TEST--
PdoStore: after the server has ended the session the next call opens another one
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

own_servers('MYSQL', 'PGSQL');
foreach (['mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $options = sql_options($kind);
        drop_table_at_the_end($kind);
        if ('mysql' === $kind) {
            // By it the session is told from those of tests that run beside this one.
            $begin = "DO GET_LOCK('".($mark = unique())."', 0)";
            $options['db_connection_options'][PDO::MYSQL_ATTR_INIT_COMMAND] = $begin;
        }
        $store = new PdoStore(sql_dsn($kind), $options, 0);
        $lock = new Lock(new Key('ended'), $store, 30, false);
        $lock->acquire();
        if ('mysql' === $kind) {
            $admin = new PDO(sql_dsn($kind), setting('MYSQL_ADMIN_USER'), setting('MYSQL_ADMIN_PASSWORD'));
            $holder = fn () => $admin->query("SELECT IS_USED_LOCK('$mark')")->fetchColumn();
            check('the session is known', null !== $session = $holder());
            $admin->exec("KILL $session");
            check('it ends', eventually(fn () => $session !== $holder()));
        } else {
            $ended = sql_pdo($kind)->query(
                "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                    ."AND usename = '".sql_user($kind)."' AND query LIKE '%".table()."%'",
            )->fetchAll();
            same('it was one session', 1, count($ended));
        }
        same('the next call opens another one', true, $lock->isAcquired());
        $lock->refresh();
        $lock->release();
        same('released', false, $lock->isAcquired());
    });
}
?>
--EXPECT--
ok: mysql
ok: pgsql
