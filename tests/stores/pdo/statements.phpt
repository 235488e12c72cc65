--TEST--
PdoStore: what is sent to databases that no test server stands for, and that it needs no upsert
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

/** SQLite in the clothes of another driver: statements are written down, and their clocks replaced by SQLite's. */
class Disguised extends PDO
{
    public array $sent = [];

    public function __construct(private string $driver, private string $clock)
    {
        parent::__construct('sqlite::memory:');
        @$this->sqliteCreateFunction('CEILING', 'ceil', 1);
        @$this->sqliteCreateFunction('CEIL', 'ceil', 1);
    }

    public function getAttribute(int $attribute): mixed
    {
        return PDO::ATTR_DRIVER_NAME === $attribute ? $this->driver : parent::getAttribute($attribute);
    }

    public function exec(string $statement): int|false
    {
        return parent::exec($this->undress($statement));
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$arguments): PDOStatement|false
    {
        return parent::query($this->undress($query));
    }

    private function undress(string $sql): string
    {
        $this->sent[] = preg_replace(
            ["/'[0-9a-f]{64}'/", "/'[A-Za-z0-9+\\/]{43}='/", '/\b\d{10}(\.\d+)?\b/'],
            ["'ID'", "'TOKEN'", 'TIME'],
            $sql,
        );

        return str_replace([
            $this->clock,
            'VARCHAR2',
            '@@TRANCOUNT',
        ], ["((julianday('now') - 2440587.5) * 86400.0)", 'VARCHAR', '0'], $sql);
    }
}

foreach ([
    'oci' =>
        "((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF')))",
    'sqlsrv' => "(CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0)",
    'other' => '(no clock)',
] as $driver => $clock) {
    echo "$driver\n";
    $pdo = new Disguised($driver, $clock);
    $store = new PdoStore(
        $pdo,
        ['db_table' => 't', 'db_id_col' => 'i', 'db_token_col' => 'k', 'db_expiration_col' => 'e'],
        0,
    );
    if ('other' === $driver) {
        raises(
            'createTable',
            DomainException::class,
            'Creating the lock table is currently not implemented for platform "other".',
            fn () => $store->createTable(),
        );
        $pdo->exec('CREATE TABLE t (i TEXT PRIMARY KEY, k TEXT, e INTEGER)');
    } else {
        $store->createTable();
    }
    $steps = [
        'save' => fn () => $store->save($GLOBALS['key'] = new Key('x')),
        'save again' => fn () => $store->save($GLOBALS['key']),
        'refused' => fn () => raises(
            'refused',
            LockConflictedException::class,
            null,
            fn () => $store->save(new Key('x')),
        ),
        'putOffExpiration' => fn () => $store->putOffExpiration($GLOBALS['key'], 9.5),
        'exists' => fn () => same('exists', true, $store->exists($GLOBALS['key'])),
        'delete' => fn () => $store->delete($GLOBALS['key']),
        'prune' => fn () => (new PdoStore(
            $pdo,
            ['db_table' => 't', 'db_id_col' => 'i', 'db_token_col' => 'k', 'db_expiration_col' => 'e'],
            1,
        ))->save(new Key('y')),
        'another error' => function () use ($pdo, $store) {
            $pdo->exec('DROP TABLE t');
            $pdo->exec('CREATE TABLE t (i TEXT PRIMARY KEY, k TEXT, e INTEGER, more TEXT NOT NULL)');
            raises(
                'another error',
                Symfony\Component\Lock\Exception\LockStorageException::class,
                'NOT NULL',
                fn () => $store->save(new Key('z')),
            );
        },
    ];
    foreach ($steps as $name => $step) {
        [$pdo->sent, $before] = [[], $pdo->sent];
        if ('save' === $name) {
            echo '  created: ', implode("\n    ", $before), "\n";
        }
        $step();
        if ('another error' !== $name) {
            echo "  $name:\n    ", implode("\n    ", $pdo->sent), "\n";
        }
    }
}
?>
--EXPECT--
oci
  created: CREATE TABLE t (i VARCHAR2(64) NOT NULL PRIMARY KEY, k VARCHAR2(64) NOT NULL, e INTEGER)
  save:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 601.000))
  save again:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 601.000))
    UPDATE t SET e = CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 601.000), k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 0.5 <= ((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))))
ok: refused
  refused:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 601.000))
    UPDATE t SET e = CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 601.000), k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 0.5 <= ((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))))
    SELECT k FROM t WHERE i = 'ID'
  putOffExpiration:
    UPDATE t SET e = CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 20.000), k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 0.5 <= ((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))))
ok: exists
  exists:
    SELECT 1 FROM t WHERE i = 'ID' AND k = 'TOKEN' AND e > ((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF')))
  delete:
    DELETE FROM t WHERE i = 'ID' AND k = 'TOKEN'
  prune:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEIL(((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF'))) + 601.000))
    DELETE FROM t WHERE e + 0.5 <= ((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF')))
ok: another error
sqlsrv
  created: CREATE TABLE t (i VARCHAR(64) NOT NULL PRIMARY KEY, k VARCHAR(64) NOT NULL, e INTEGER)
  save:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 300.000))
  save again:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 300.000))
    UPDATE t SET e = CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 300.000), k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 1 <= (CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0))
ok: refused
  refused:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 300.000))
    UPDATE t SET e = CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 300.000), k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 1 <= (CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0))
    SELECT k FROM t WHERE i = 'ID'
  putOffExpiration:
    UPDATE t SET e = CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 9.500), k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 1 <= (CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0))
ok: exists
  exists:
    SELECT 1 FROM t WHERE i = 'ID' AND k = 'TOKEN' AND e > (CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0)
  delete:
    DELETE FROM t WHERE i = 'ID' AND k = 'TOKEN'
  prune:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', CEILING((CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0) + 300.000))
    SELECT @@TRANCOUNT
    DELETE FROM t WHERE e + 1 <= (CAST(DATEDIFF_BIG(ms, '1970-01-01', SYSUTCDATETIME()) AS FLOAT) / 1000.0)
ok: another error
other
ok: createTable
  created: CREATE TABLE t (i TEXT PRIMARY KEY, k TEXT, e INTEGER)
  save:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', TIME)
  save again:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', TIME)
    UPDATE t SET e = TIME, k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 0.5 <= TIME)
ok: refused
  refused:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', TIME)
    UPDATE t SET e = TIME, k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 0.5 <= TIME)
    SELECT k FROM t WHERE i = 'ID'
  putOffExpiration:
    UPDATE t SET e = TIME, k = 'TOKEN' WHERE i = 'ID' AND (k = 'TOKEN' OR e + 0.5 <= TIME)
ok: exists
  exists:
    SELECT 1 FROM t WHERE i = 'ID' AND k = 'TOKEN' AND e > TIME
  delete:
    DELETE FROM t WHERE i = 'ID' AND k = 'TOKEN'
  prune:
    INSERT INTO t (i, k, e) VALUES ('ID', 'TOKEN', TIME)
    DELETE FROM t WHERE e + 0.5 <= TIME
ok: another error
