--TEST--
PdoStore: on MySQL through a subclass of \PDO, an acquisition and a refresh are decided by the row as it is, not as a replica or the user's transaction shows it
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

/** Sends statements of its own after ours, so that the client does not tell what became of them. */
class Asks extends PDO
{
    public function exec(string $statement): int|false
    {
        $rows = parent::exec($statement);
        parent::query('SHOW WARNINGS')->fetchAll();

        return $rows;
    }
}

/** What only reads goes to a replica, as by a proxy. The replica stands still at what it has seen when it caught up. */
final class Split extends Asks
{
    /** Fencing tokens cannot be minted. */
    public bool $refuses = false;
    private ?PDO $replica = null;

    public function exec(string $statement): int|false
    {
        if ($this->refuses && str_contains($statement, '_fence')) {
            throw new PDOException('no numbers today');
        }

        return parent::exec($statement);
    }

    public function catchUp(): void
    {
        $this->replica = sql_pdo('mysql');
        $this->replica->exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        $this->replica->exec('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    }

    /** Its transaction would keep the table from being dropped. */
    public function leaveReplica(): void
    {
        $this->replica = null;
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$arguments): PDOStatement|false
    {
        return str_starts_with($query, 'SELECT') && !str_ends_with($query, 'FOR UPDATE')
            ? $this->replica->query($query)
            : parent::query($query);
    }
}

drop_table_at_the_end('mysql');
drop_table_at_the_end('mysql', table().'_fence');
$connect = fn (string $class) => new $class(sql_dsn('mysql'), sql_user('mysql'), sql_password('mysql'));
$table = ['db_table' => table()];
$others = new PdoStore($connect(PDO::class), $table, 0);
$others->createTable();
$store = new PdoStore($split = $connect(Split::class), $table, 0);
$conflict = LockConflictedException::class.': ';

group('a lock that is free', function () use ($split, $store, $others, $conflict) {
    $split->catchUp();
    $mine = new Key($name = unique());
    same('saved', 'NULL', outcome(fn () => $store->save($mine)));
    same('put off', 'NULL', outcome(fn () => $store->putOffExpiration($mine, 300)));
    same('held', $conflict, outcome(fn () => $others->save(new Key($name))));
});
group('a lock that is lost', function () use ($split, $store, $others, $conflict) {
    $store->save($mine = new Key($name = unique()));
    $split->catchUp();
    same('the replica has it', true, $store->exists($mine));
    $others->delete($mine);
    $others->save(new Key($name));
    same('saved', $conflict, outcome(fn () => $store->save($mine)));
    same('put off', $conflict, outcome(fn () => $store->putOffExpiration($mine, 300)));
    $split->leaveReplica();
});
$fenced = new PdoStore($split, $table + ['fencing' => true], 0);
// A key that has a token acquires its lock again, and gets no other token.
$refused = function (Key $key) use ($split, $fenced) {
    $split->refuses = true;
    $told = outcome(fn () => $fenced->save($key));
    $split->refuses = false;
    check('fails', str_contains($told, 'no numbers today'), $told);
};
group('with a fencing token, a lock that is lost', function () use ($split, $fenced, $others, $refused) {
    $fenced->save($mine = new Key($name = unique()));
    $split->catchUp();
    same('the replica has it', true, $fenced->exists($mine));
    // The key does not hear of it, and keeps its token.
    sql_pdo('mysql')->exec('DELETE FROM '.table()." WHERE key_id = '".hash('sha256', $name)."'");
    $refused($mine);
    same('what it had taken is given back', 'NULL', outcome(fn () => $others->save(new Key($name))));
    $split->leaveReplica();
});
group('with a fencing token, a lock that the replica does not have yet', function () use (
    $split, $fenced, $others, $refused, $conflict,
) {
    $split->catchUp();
    $fenced->save($mine = new Key($name = unique()));
    same('the replica does not', false, $fenced->exists($mine));
    $refused($mine);
    same('it stays', $conflict, outcome(fn () => $others->save(new Key($name))));
    $split->leaveReplica();
});
group('in a transaction that has seen it before', function () use ($connect, $table, $others) {
    $store = new PdoStore($pdo = $connect(Asks::class), $table, 0);
    $store->save($mine = new Key($name = unique()));
    $pdo->exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    $pdo->beginTransaction();
    same('held', true, $store->exists($mine));
    $others->delete($mine);
    $others->save($other = new Key($name));
    // A newer MariaDB says that the row has changed since.
    check('not granted', 'NULL' !== outcome(fn () => $store->save($mine)));
    $pdo->inTransaction() && $pdo->rollBack();
    same('the other one', [false, true], [$store->exists($mine), $others->exists($other)]);
});
?>
--EXPECT--
ok: a lock that is free
ok: a lock that is lost
ok: with a fencing token, a lock that is lost
ok: with a fencing token, a lock that the replica does not have yet
ok: in a transaction that has seen it before
