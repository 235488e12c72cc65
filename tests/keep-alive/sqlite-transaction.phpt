--TEST--
A lock in a table of SQLite or SQL Server that is kept alive over a connection of the user's: not in a transaction that a statement has begun, of which neither PDO nor Doctrine tells
--EXTENSIONS--
ctype
pdo
pdo_sqlite
sqlite3
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/sql-table.inc';

use Doctrine\DBAL\DriverManager;
use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

require_once 'Doctrine/DBAL/autoload.php';

/** SQLite in the clothes of SQL Server, as far as it is asked here. */
final class Disguised extends PDO
{
    private bool $open = false;

    public function getAttribute(int $attribute): mixed
    {
        return PDO::ATTR_DRIVER_NAME === $attribute ? 'sqlsrv' : parent::getAttribute($attribute);
    }

    public function inTransaction(): bool
    {
        return false;
    }

    public function exec(string $statement): int|false
    {
        $this->open = match ($statement) {
            'BEGIN' => true,
            'ROLLBACK' => false,
            default => $this->open,
        };

        return parent::exec($this->undress($statement));
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$arguments): PDOStatement|false
    {
        return parent::query($this->undress($query));
    }

    private function undress(string $sql): string
    {
        return str_replace([
            "(CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0)",
            '@@TRANCOUNT',
        ], ["((julianday('now') - 2440587.5) * 86400.0)", (string) (int) $this->open], $sql);
    }
}

/** What keeps a lock, and how it is asked: the store, a function that executes and one that fetches a value. */
function ways(string $file): array
{
    $options = ['db_table' => 'locks'];
    $pdo = fn (PDO $pdo) => [
        new PdoStore($pdo, $options, 0),
        fn ($sql) => $pdo->exec($sql),
        fn ($sql) => $pdo->query($sql)->fetchColumn(),
    ];
    $doctrine = function (string $driver) use ($file, $options) {
        $connection = DriverManager::getConnection(['driver' => $driver, 'path' => $file]);

        return [
            new DoctrineDbalStore($connection, $options, 0),
            fn ($sql) => $connection->executeStatement($sql),
            fn ($sql) => $connection->fetchOne($sql),
        ];
    };

    return [
        'PDO' => $pdo(new PDO("sqlite:$file")),
        'Doctrine, pdo_sqlite' => $doctrine('pdo_sqlite'),
        'Doctrine, sqlite3' => $doctrine('sqlite3'),
        'SQL Server' => $pdo(new Disguised("sqlite:$file")),
    ];
}

$ways = ways($file = temporary_directory().'/locks.db');
$ways['PDO'][0]->createTable();
foreach ($ways as $way => [$store, $execute, $fetch]) {
    group($way, function () use ($store, $execute, $fetch, $file) {
        $other = new PDO("sqlite:$file");
        $other->exec('PRAGMA busy_timeout = 5000');
        $end = fn () => (float) $fetch('SELECT key_expiration FROM locks');
        $lock = new Lock(new Key('r'), $store, 3.0, false);
        same('acquired', true, $lock->acquire());
        $before = $end();
        $kept = new KeepAlive($lock);
        check('renewed', compute(10, fn () => $end() > $before));
        $execute('BEGIN');
        $within = $end();
        compute(1.6);
        same('not in the transaction', $within, $end());
        $execute('ROLLBACK');
        check('renewed after it', compute(10, fn () => $end() > $within));
        check('others see that', (float) $other->query('SELECT key_expiration FROM locks')->fetchColumn() > $within);
        $kept->stop();
        $execute('DELETE FROM locks');
    });
}
?>
--EXPECT--
ok: PDO
ok: Doctrine, pdo_sqlite
ok: Doctrine, sqlite3
ok: SQL Server
