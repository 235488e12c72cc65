--TEST--
DoctrineDbalStore by URL over a driver whose native connection is a resource (oci8, ibm_db2, sqlsrv): a child opens its own, and does not close its parent's
--EXTENSIONS--
ctype
pcntl
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';

use Doctrine\DBAL\Driver\AbstractOracleDriver;
use Doctrine\DBAL\Driver\Connection as DriverConnection;
use Doctrine\DBAL\Driver\Result;
use Doctrine\DBAL\Driver\Statement;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

require_once 'Doctrine/DBAL/autoload.php';

/** What happened to the connections: "opened", "asked" and "closed", each with its number and the process. */
function note(string $what, int $number): void
{
    file_put_contents(LOG, "$what $number in ".(getmypid() === PARENT ? 'the parent' : 'a child')."\n", FILE_APPEND);
}

function noted(): array
{
    $noted = file(LOG, FILE_IGNORE_NEW_LINES);
    file_put_contents(LOG, '');

    return $noted;
}

/** A resource that tells who closes it. */
final class Wire
{
    public $context;
    private int $number;

    public function stream_open(string $path): bool
    {
        $this->number = (int) substr($path, strlen('wire://'));

        return true;
    }

    public function stream_close(): void
    {
        note('closed', $this->number);
    }
}

final class OneRow implements Result
{
    private bool $over = false;

    public function fetchNumeric(): array|false
    {
        [$row, $this->over] = [$this->over ? false : [1], true];

        return $row;
    }

    public function fetchAssociative(): array|false
    {
        return false;
    }

    public function fetchOne(): mixed
    {
        return $this->fetchNumeric()[0] ?? false;
    }

    public function fetchAllNumeric(): array
    {
        return [];
    }

    public function fetchAllAssociative(): array
    {
        return [];
    }

    public function fetchFirstColumn(): array
    {
        return [];
    }

    public function rowCount(): int
    {
        return 1;
    }

    public function columnCount(): int
    {
        return 1;
    }

    public function free(): void
    {
    }
}

final class OverResource implements DriverConnection
{
    private $wire;

    public function __construct(private int $number)
    {
        $this->wire = fopen("wire://$number", 'r');
        note('opened', $number);
    }

    public function prepare(string $sql): Statement
    {
        throw new LogicException();
    }

    public function query(string $sql): Result
    {
        note('asked', $this->number);

        return new OneRow();
    }

    public function quote($value, $type = null): string
    {
        return "'$value'";
    }

    public function exec(string $sql): int
    {
        note('asked', $this->number);

        return 1;
    }

    public function lastInsertId($name = null): int|string
    {
        return 0;
    }

    public function beginTransaction(): void
    {
    }

    public function commit(): void
    {
    }

    public function rollBack(): void
    {
    }

    public function getServerVersion(): string
    {
        return '21';
    }

    public function getNativeConnection()
    {
        return $this->wire;
    }
}

final class ResourceDriver extends AbstractOracleDriver
{
    public static int $opened = 0;

    public function connect(#[SensitiveParameter] array $params): DriverConnection
    {
        return new OverResource(++self::$opened);
    }
}

define('PARENT', getmypid());
define('LOG', temporary_directory().'/log');
stream_wrapper_register('wire', Wire::class);

/** Runs $f in a child, which ends as any script does. */
function child(callable $f): void
{
    if (!$pid = pcntl_fork()) {
        $f();
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    same('the child has ended', 0, $status);
}

$make = fn () => new DoctrineDbalStore('oci8://u:p@localhost/db?driverClass=ResourceDriver', ['db_table' => 'locks']);
$key = new Key('r');

group('a child that uses the store', function () use ($make, $key) {
    $store = $make();
    $store->exists($key);
    same('opened', ['opened 1 in the parent', 'asked 1 in the parent'], noted());
    child(function () use ($store, $key) {
        $store->exists($key);
        $store->exists($key);
    });
    // DBAL 4 leaves its end to the process.
    same('its own', [
        'opened 2 in a child',
        'asked 2 in a child',
        'asked 2 in a child',
    ], array_values(array_diff(noted(), ['closed 2 in a child'])));
    $store->exists($key);
    same('the same as before', ['asked 1 in the parent'], noted());
    $store = null;
    // Doctrine's connection refers to itself.
    gc_collect_cycles();
    same('closed', ['closed 1 in the parent'], noted());
});

group('a child that only ends', function () use ($make, $key) {
    ResourceDriver::$opened = 0;
    $store = $make();
    $store->exists($key);
    noted();
    child(function () {
    });
    same('nothing', [], noted());
    child(function () use (&$store) {
        $store = null;
        gc_collect_cycles();
    });
    same('nothing, also where it frees the store', [], noted());
    $store = null;
    gc_collect_cycles();
    same('closed', ['closed 1 in the parent'], noted());
});
?>
--EXPECT--
ok: a child that uses the store
ok: a child that only ends
