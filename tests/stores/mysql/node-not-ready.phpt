--TEST--
MysqlStore over a connection of the user's: a Galera node that is not ready refuses statements as if the connection had failed, but its sessions keep their locks
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

/** Refuses all statements for a while, as such a node does. */
final class Node extends PDO
{
    public bool $ready = true;

    private function answer(): void
    {
        if (!$this->ready) {
            $e = new PDOException('WSREP has not yet prepared node for application use');
            $e->errorInfo = ['08S01', 1047, 'WSREP has not yet prepared node for application use'];

            throw $e;
        }
    }

    public function exec(string $statement): int|false
    {
        $this->answer();

        return parent::exec($statement);
    }

    public function query(string $query, ?int $mode = null, mixed ...$arguments): PDOStatement|false
    {
        $this->answer();

        return parent::query($query, $mode, ...$arguments);
    }

    public function prepare(string $query, array $options = []): PDOStatement|false
    {
        $this->answer();

        return parent::prepare($query, $options);
    }
}

$node = new Node(my_dsn(false), my('USER'), my('PASSWORD'));
$store = new MysqlStore($node);
$elsewhere = new MysqlStore(my_pdo());
$lock = new Lock(new Key($resource = unique()), $store, 300.0, false);
same('acquired', true, $lock->acquire());
$node->ready = false;
raises('not known', LockStorageException::class, 'WSREP', fn () => $lock->isAcquired());
raises('not released', LockReleasingException::class, null, fn () => $lock->release());
$node->ready = true;
$other = new Lock(new Key($resource), $store, 300.0, false);
same('another owner in the same session', false, $other->acquire());
same('and elsewhere', false, (new Lock(new Key($resource), $elsewhere))->acquire());
same('held', true, $lock->isAcquired());
$lock->release();
same('released', true, (new Lock(new Key($resource), $elsewhere))->acquire());
?>
--EXPECT--
ok: acquired
ok: not known
ok: not released
ok: another owner in the same session
ok: and elsewhere
ok: held
ok: released
