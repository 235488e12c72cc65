--TEST--
PdoStore: a subclass of \PDO that sends statements of its own after ours on MySQL takes no lock away, and grants none
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';
require_once __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Store\PdoStore;

/** After each statement it asks something, with which LAST_INSERT_ID() of the statement is lost for the client. */
class Asks extends PDO
{
    public function exec(string $statement): int|false
    {
        $rows = parent::exec($statement);
        parent::query('SHOW WARNINGS')->fetchAll();

        return $rows;
    }
}

drop_table_at_the_end('mysql');
foreach ([false, true] as $found) {
    group($found ? 'found rows' : 'changed rows', function () use ($found) {
        $make = fn () => new PdoStore(
            new Asks(my_dsn(false), my('USER'), my('PASSWORD'), [PDO::MYSQL_ATTR_FOUND_ROWS => $found]),
            ['db_table' => table()],
            0,
        );
        excludes_another_owner($make);
    });
}
?>
--EXPECT--
ok: changed rows
ok: found rows
