--TEST--
Fencing tokens of PostgreSQL's tables: who loses the race for the table makes the sequence that the winner has yet to make
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

/** Another process makes the table a moment before. */
class Second extends PdoStore
{
    public PDO $first;
    public string $table;

    public function createTable(): void
    {
        $this->first->exec("CREATE TABLE $this->table (key_id VARCHAR(64) PRIMARY KEY, key_token VARCHAR(64) NOT NULL, "
            .'key_expiration INTEGER)');
        parent::createTable();
    }
}

foreach (['alone' => false, 'in a transaction' => true] as $how => $within) {
    group($how, function () use ($within) {
        $pdo = sql_pdo('pgsql');
        $store = new Second($pdo, ['db_table' => $table = fresh_table('pgsql'), 'fencing' => true], 0);
        $store->table = $table;
        $store->first = sql_pdo('pgsql');
        $within && $pdo->beginTransaction();
        $lock = (new LockFactory($store))->createLock('r', 30);
        same('acquired', true, $lock->acquire());
        check('with a token', Slock\fencing_token($lock) > 0);
        $within && $pdo->commit();
        $other = (new LockFactory(new PdoStore($store->first, ['db_table' => $table], 0)))->createLock('r', 30);
        same('and held', false, $other->acquire());
        $lock->release();
    });
}
?>
--EXPECT--
ok: alone
ok: in a transaction
