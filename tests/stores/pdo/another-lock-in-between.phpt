--TEST--
PdoStore: on MySQL, what a connection tells of another lock's statement, sent in between, grants nothing
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/another-lock.inc';

use Symfony\Component\Lock\Store\PdoStore;

/** Lets other code run around what a store asks it. */
class Interrupted extends PDO
{
    public function exec(string $statement): int|false
    {
        return Between::around(fn () => parent::exec($statement));
    }

    public function lastInsertId(?string $name = null): string|false
    {
        return Between::around(fn () => parent::lastInsertId($name));
    }
}

drop_table_at_the_end('mysql');
foreach ([false, true] as $found) {
    grants_nothing_in_between($found ? 'found rows' : 'changed rows', fn () => new PdoStore(
        new Interrupted(my_dsn(false), my('USER'), my('PASSWORD'), [PDO::MYSQL_ATTR_FOUND_ROWS => $found]),
        ['db_table' => table()],
        0,
    ));
}
?>
--EXPECT--
ok: changed rows, another lock's statement
ok: changed rows, another fiber's statement
ok: found rows, another lock's statement
ok: found rows, another fiber's statement
