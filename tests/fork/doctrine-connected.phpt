--TEST--
Advisory stores through Doctrine: a child has no lock on the session that its parent has opened, also where no store had asked it before
--EXTENSIONS--
ctype
mysqli
mysqlnd
pcntl
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';
require_once 'Doctrine/DBAL/autoload.php';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;

/** Runs $f in a child, which says good-bye to nobody. */
function in_child(callable $f): void
{
    if (0 === $pid = pcntl_fork()) {
        $f();
        posix_kill(getmypid(), 9);
    }
    pcntl_waitpid($pid, $status);
    same('the child', 9, pcntl_wtermsig($status));
}

/** As with a driver that does not show what it has, or with an older Doctrine. */
final class Hidden extends Doctrine\DBAL\Connection
{
    public function getNativeConnection(): never
    {
        throw new LogicException();
    }
}

foreach ([
    ['pdo_pgsql', DoctrineDbalPostgreSqlStore::class],
    ['pdo_pgsql', DoctrineDbalPostgreSqlStore::class, ['wrapperClass' => Hidden::class]],
    ['pdo_mysql', DoctrineDbalMysqlStore::class],
    ['mysqli', DoctrineDbalMysqlStore::class],
] as $of) {
    [$driver, $class, $more] = $of + [2 => []];
    group($driver.($more ? ', hidden' : ''), function () use ($driver, $class, $more) {
        $connection = dbal($driver, $more);
        same('the connection', 1, (int) $connection->fetchOne('SELECT 1'));
        $lock = new Lock(new Key($resource = unique()), new $class($connection));
        in_child(function () use ($lock, $connection, $class, $driver, $resource) {
            $e = raises('on the session of its parent', LockAcquiringException::class, null, fn () => $lock->acquire());
            check('why', str_contains(chain($e), 'belongs to the process that opened its connection'), chain($e));
            same('the connection works as ever', 1, (int) $connection->fetchOne('SELECT 1'));
            $other = new Lock(new Key($resource), new $class(dbal($driver)));
            same('on a session of its own', true, $other->acquire());
            $other->release();
        });
        same('the parent', true, $lock->acquire());
        in_child(function () use ($class, $driver, $resource) {
            same('beside it', false, (new Lock(new Key($resource), new $class(dbal($driver))))->acquire());
        });
        $lock->release();
    });
}
?>
--EXPECT--
ok: pdo_pgsql
ok: pdo_pgsql, hidden
ok: pdo_mysql
ok: mysqli
