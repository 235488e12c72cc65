--TEST--
PdoStore: a statement class that gives rows without numbers is an error, and not the answer that the lock is not held
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

final class ByName extends PDOStatement
{
    public function fetch(
        int $mode = PDO::FETCH_DEFAULT,
        int $cursorOrientation = PDO::FETCH_ORI_NEXT,
        int $cursorOffset = 0,
    ): mixed {
        return parent::fetch(PDO::FETCH_ASSOC, $cursorOrientation, $cursorOffset);
    }
}

$pdo = sql_pdo('sqlite');
$lock = (new LockFactory(new PdoStore($pdo)))->createLock('x', 300.0, false);
same('acquired', true, $lock->acquire());
same('held', true, $lock->isAcquired());
$pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [ByName::class]);
raises('by name', LockStorageException::class, 'has no columns by their numbers', fn () => $lock->isAcquired());
$pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [PDOStatement::class]);
same('still', true, $lock->isAcquired());
?>
--EXPECT--
ok: acquired
ok: held
ok: by name
ok: still
