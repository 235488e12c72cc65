--TEST--
PdoStore on a database without an upsert: who releases between our statements is not in our way
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

/** Says that it is another database, and lets something happen before it looks who has the lock. */
class Other extends PDO
{
    public ?Closure $before = null;
    public int $inserts = 0;

    public function getAttribute(int $attribute): mixed
    {
        return PDO::ATTR_DRIVER_NAME === $attribute ? 'other' : parent::getAttribute($attribute);
    }

    public function exec(string $sql): int|false
    {
        $this->note($sql);

        return parent::exec($sql);
    }

    public function query(string $sql, ?int $mode = null, mixed ...$more): PDOStatement|false
    {
        $this->note($sql);

        return parent::query($sql, $mode, ...$more);
    }

    private function note(string $sql): void
    {
        $this->inserts += str_starts_with($sql, 'INSERT');
        if (str_starts_with($sql, 'SELECT key_token') && $this->before) {
            ($this->before)();
        }
    }
}

$options = ['db_table' => $table = fresh_table('sqlite')];
$owner = new PdoStore($admin = sql_pdo('sqlite'), $options, 0);
$pdo = new Other(sql_dsn('sqlite'));
$locks = new LockFactory(new PdoStore($pdo, $options, 0));

group('released once', function () use ($owner, $admin, $pdo, $locks, $table) {
    $owner->save(new Key('r'));
    $pdo->before = function () use ($admin, $pdo, $table) {
        $pdo->before = null;
        $admin->exec("DELETE FROM $table");
    };
    $lock = $locks->createLock('r', 30);
    same('acquired', [true, 2], [$lock->acquire(), $pdo->inserts]);
    same('and held', false, $locks->createLock('r', 30)->acquire());
});

group('no row is taken', function () use ($admin, $pdo, $locks, $table) {
    $admin->exec("DROP TABLE $table");
    $admin->exec("CREATE TABLE $table (key_id CHAR(64), key_token CHAR(44) CHECK (1 = 0), key_expiration INTEGER)");
    $pdo->inserts = 0;
    raises('says why', LockAcquiringException::class, null, fn () => $locks->createLock('r', 30)->acquire());
    same('after a few tries', 3, $pdo->inserts);
});
?>
--EXPECT--
ok: released once
ok: no row is taken
