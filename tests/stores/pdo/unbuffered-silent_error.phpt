--TEST--
PdoStore: in silent error mode, what fails after the names of the columns is an error, and not a lock of somebody else's
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

/** Does something after an INSERT, and forgets the number that it has told. */
class Hooked extends PDO
{
    public ?Closure $after = null;

    public function exec(string $statement): int|false
    {
        $rows = parent::exec($statement);
        if ($this->after && str_starts_with($statement, 'INSERT')) {
            parent::exec('DO LAST_INSERT_ID(0)');
            ($this->after)();
        }

        return $rows;
    }
}

$options = ['db_table' => $table = fresh_table('mysql')];
(new PdoStore($admin = sql_pdo('mysql'), $options, 0))->createTable();
$pdo = new Hooked(sql_dsn('mysql'), sql_user('mysql'), sql_password('mysql'));
$pdo->exec('SET innodb_lock_wait_timeout = 1');
$lock = new Lock(new Key('r'), $store = new PdoStore($pdo, $options, 0), 30.0, false);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
// The second statement, which asks whose the row is, waits for it.
$pdo->after = function () use ($admin, $table) {
    $admin->beginTransaction();
    $admin->query("SELECT * FROM $table FOR UPDATE")->fetchAll();
};
$e = raises('it could not be learned', LockAcquiringException::class, null, fn () => $lock->acquire());
check('and why', str_contains((string) $e?->getPrevious()?->getMessage(), '1205')
    || str_contains((string) $e?->getPrevious()?->getMessage(), 'Lock wait timeout'));
$admin->rollBack();
$pdo->after = null;
same('it is its own', true, $lock->isAcquired());
same('no row is an answer', false, (new Lock(new Key('other'), $store))->isAcquired());
?>
--EXPECT--
ok: it could not be learned
ok: and why
ok: it is its own
ok: no row is an answer
