--TEST--
PdoStore: a statement that the database has given up for another one's sake is sent again, so many times, and never in a transaction of the user's
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

/** Gives up the next statements that take a lock, as databases do that find a deadlock. */
class GivesUp extends PDO
{
    public int $next = 0;
    public int $sent = 0;

    public function exec(string $statement): int|false
    {
        if (str_starts_with($statement, 'INSERT')) {
            ++$this->sent;
            if ($this->next-- > 0) {
                $e = new PDOException('deadlock detected');
                $e->errorInfo = ['40001', 0, 'deadlock detected'];

                throw $e;
            }
        }

        return parent::exec($statement);
    }
}

$pdo = new GivesUp(sql_dsn('sqlite'));
$store = new PdoStore($pdo, ['db_table' => fresh_table('sqlite')], 0);
// Makes the table, and learns what the database can do.
$store->save(new Key('first'));
$gives_up = function (int $times) use ($pdo) {
    $pdo->next = $times;
    $pdo->sent = 0;
};

group('a few times', function () use ($pdo, $store, $gives_up) {
    $gives_up(3);
    $store->save($key = new Key('few'));
    same('held', true, $store->exists($key));
    same('statements', 4, $pdo->sent);
});

group('again and again', function () use ($pdo, $store, $gives_up) {
    // It would work in the end.
    $gives_up(40);
    $e = raises('told', LockStorageException::class, 'deadlock', fn () => $store->save(new Key('many')));
    same('by whom', PDOException::class, $e?->getPrevious() ? $e->getPrevious()::class : null);
    same('statements', 21, $pdo->sent);
});

group("in a transaction of the user's, which has failed as a whole", function () use ($pdo, $store, $gives_up) {
    $pdo->beginTransaction();
    $gives_up(1);
    raises('told', LockStorageException::class, 'deadlock', fn () => $store->save(new Key('transaction')));
    same('statements', 1, $pdo->sent);
    $pdo->rollBack();
});
?>
--EXPECT--
ok: a few times
ok: again and again
ok: in a transaction of the user's, which has failed as a whole
