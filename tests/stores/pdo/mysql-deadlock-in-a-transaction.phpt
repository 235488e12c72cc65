--TEST--
Tables of MySQL: a deadlock in a transaction of the user's is told, and that the server has rolled it back; nothing is sent again
--EXTENSIONS--
mysqli
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

const ROLLED_BACK = 'The server has rolled back the transaction of the connection, and with it all locks';

foreach (['', '_fence', '_other'] as $suffix) {
    drop_table_at_the_end('mysql', table().$suffix);
}
(new PdoStore(sql_dsn('mysql'), sql_options('mysql', ['fencing' => true])))->createTable();
$watcher = sql_pdo('mysql');
$watcher->exec('SET SESSION lock_wait_timeout = 5');
$watcher->exec('CREATE TABLE '.table().'_other (id INT NOT NULL PRIMARY KEY, v INT NOT NULL) ENGINE = InnoDB');
$rows = array_map(fn ($i) => "($i, 0)", range(1, 300));
$watcher->exec('INSERT INTO '.table().'_other VALUES '.implode(', ', $rows));

/** A connection of the user's, and a store on it. */
final class Users
{
    public readonly object $store;

    public function __construct(public readonly object $connection, array $options)
    {
        $options += ['db_table' => table()];
        $this->store = $connection instanceof PDO
            ? new PdoStore($connection, $options, 0)
            : new DoctrineDbalStore($connection, $options, 0);
        $this->run('SET SESSION innodb_lock_wait_timeout = 2');
    }

    public function run(string $sql): void
    {
        $this->connection instanceof PDO ? $this->connection->exec($sql) : $this->connection->executeStatement($sql);
    }

    public function lock(string $resource): Lock
    {
        return new Lock(new Key($resource), $this->store, 30.0, false);
    }
}

/** Another session, which has this row, and waits for what the user's transaction has. That is the smaller one. */
final class Other
{
    private mysqli $session;

    public function __construct(string $has)
    {
        [$host, $port, $base] = array_map(setting(...), ['MYSQL_HOST', 'MYSQL_PORT', 'MYSQL_DB']);
        $this->session = new mysqli($host, sql_user('mysql'), sql_password('mysql'), $base, (int) $port);
        $this->session->query('BEGIN');
        // By the index: without it some servers look at all rows, also at the one that is not this session's.
        $this->session->query('UPDATE '.table().'_other FORCE INDEX (PRIMARY) SET v = v + 1 WHERE id > 1');
        $this->session->query($has);
        $this->session->query('UPDATE '.table().'_other SET v = v + 1 WHERE id = 1', MYSQLI_ASYNC);
    }

    public function goes(): void
    {
        $this->session->reap_async_query();
        $this->session->close();
    }
}

$ways = [
    'PDO' => fn () => sql_pdo('mysql'),
    'Doctrine over PDO' => fn () => sql_dbal('mysql'),
    'Doctrine over mysqli' => fn () => sql_dbal('mysql', ['driver' => 'mysqli']),
];
$begins = [
    'beginTransaction()' => fn (Users $users) => $users->connection->beginTransaction(),
    'BEGIN' => fn (Users $users) => $users->run('BEGIN'),
    'SET autocommit = 0' => fn (Users $users) => $users->run('SET autocommit = 0'),
];
/** What the user does, and the row of the lock that the other session has. */
$hash = fn (string $resource) => hash('sha256', $resource);
$insert = fn (string $resource) => 'INSERT INTO '.table()." VALUES ('{$hash($resource)}', 'another', 4000000000)";
$cases = [
    'acquire' => [[], false, $insert],
    'acquire, with a token' => [['fencing' => true], false, $insert],
    'mint' => [['fencing' => true], false, fn ($of) => 'INSERT INTO '.table()."_fence VALUES ('{$hash($of)}', 1)"],
    'refresh' => [[], true, fn ($of) => 'SELECT 1 FROM '.table()." WHERE key_id = '{$hash($of)}' FOR UPDATE"],
    'refresh, with a token' => [
        ['fencing' => true],
        true,
        fn ($of) => 'SELECT 1 FROM '.table()." WHERE key_id = '{$hash($of)}' FOR UPDATE",
    ],
];
foreach ($ways as $way => $connect) {
    group($way, function () use ($connect, $begins, $cases) {
        foreach ($begins as $how => $begin) {
            foreach ($cases as $what => [$options, $held, $has]) {
                $users = new Users($connect(), $options);
                ($late = $users->lock($name = unique())) && $held && $late->acquire();
                $begin($users);
                ($early = $users->lock(unique()))->acquire();
                $users->run('UPDATE '.table().'_other SET v = v + 1 WHERE id = 1');
                $other = new Other($has($name));
                $asks = $held ? $late->refresh(...) : $late->acquire(...);
                $e = raises("$how: $what", LockAcquiringException::class, null, $asks);
                $told = (string) $e?->getPrevious()?->getMessage();
                $tells = str_starts_with($told, ROLLED_BACK) && str_contains($told, 'Deadlock');
                check("$how: $what: it is told", $tells, $told);
                $other->goes();
                same("$how: $what: held", [false, $held], [$early->isAcquired(), $late->isAcquired()]);
                $users->run('ROLLBACK');
            }
        }
    });
}
foreach (['PDO', 'Doctrine over mysqli'] as $way) {
    group("$way: without a transaction it is sent again", function () use ($ways, $way, $watcher) {
        $users = new Users($ways[$way](), []);
        // One that is over.
        $users->connection->beginTransaction();
        $users->connection->commit();
        $fails = 'CREATE TRIGGER '.table().'_once BEFORE INSERT ON '.table().' FOR EACH ROW BEGIN'
            .' IF @once IS NULL THEN SET @once = 1;'
            ." SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock'; END IF; END";
        $watcher->exec($fails);
        same('acquired', true, ($one = $users->lock(unique()))->acquire());
        $watcher->exec('DROP TRIGGER '.table().'_once');
        same('held', true, $one->isAcquired());
    });
}
group('innodb_snapshot_isolation of MariaDB', function () use ($watcher) {
    if (!$watcher->query("SHOW VARIABLES LIKE 'innodb_snapshot_isolation'")->fetch()) {
        check('MySQL has none', true);

        return;
    }
    $users = new Users(sql_pdo('mysql'), []);
    $users->run('SET SESSION innodb_snapshot_isolation = ON');
    $users->connection->beginTransaction();
    ($early = $users->lock(unique()))->acquire();
    $users->connection->query('SELECT * FROM '.table().'_other')->fetchAll();
    ($others = new Lock(new Key($name = unique()), new PdoStore(sql_pdo('mysql'), ['db_table' => table()])))->acquire();
    $late = $users->lock($name);
    $e = raises('acquire', LockAcquiringException::class, null, fn () => $late->acquire());
    $told = (string) $e?->getPrevious()?->getMessage();
    check('it is told', str_starts_with($told, ROLLED_BACK) && str_contains($told, 'Record has changed'), $told);
    same('held', [false, false, true], [$early->isAcquired(), $late->isAcquired(), $others->isAcquired()]);
    $users->run('ROLLBACK');
});
?>
--EXPECT--
ok: PDO
ok: Doctrine over PDO
ok: Doctrine over mysqli
ok: PDO: without a transaction it is sent again
ok: Doctrine over mysqli: without a transaction it is sent again
ok: innodb_snapshot_isolation of MariaDB
