--TEST--
Advisory locks through PDO and Doctrine: where a session was given up because its server was silent, no release of a lock that it had succeeds, as the server may have it yet
--EXTENSIONS--
ctype
mysqli
mysqlnd
pcntl
pdo
pdo_mysql
posix
--INI--
slock.command_timeout=1
mysqlnd.net_read_timeout=1
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('mariadb');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\MysqlStore;

$proxy = new FaultProxy(['MYSQL_PORT' => [my('HOST').':'.my('PORT')]]);
$lock = fn (object $store, string $resource) => new Lock(new Key($resource), $store, null, false);
foreach ([
    'DSN' => [fn () => new MysqlStore(my_dsn()), true, null],
    'URL' => [fn () => new DoctrineDbalMysqlStore(my_url()), true, null],
    '\PDO' => [fn () => new MysqlStore(my_pdo()), false, null],
    'Doctrine' => [fn () => new DoctrineDbalMysqlStore(dbal('mysqli')), false, null],
    'two stores over a \PDO' => [fn () => array_fill(0, 2, my_pdo()), false, MysqlStore::class],
    'two stores over Doctrine' => [fn () => array_fill(0, 2, dbal('mysqli')), false, DoctrineDbalMysqlStore::class],
] as $way => [$make, $again, $class]) {
    group($way, function () use ($make, $again, $class, $lock, $proxy) {
        // The one that finds out, and the one whose locks are lost.
        [$store, $other] = $class ? array_map(fn ($client) => new $class($client), $make()) : array_fill(0, 2, $make());
        [$a, $b, $c] = [$lock($store, unique()), $lock($other, $name = unique()), $lock($other, unique())];
        same('acquired', [true, true, true], [$a->acquire(), $b->acquire(), $c->acquire()]);
        $proxy->does('stall');
        raises('silent', LockStorageException::class, null, fn () => @$a->isAcquired());
        foreach (['a release', 'once more'] as $what) {
            $e = raises($what, LockReleasingException::class, null, fn () => $b->release());
            check("$what: why", str_contains(chain($e), 'did not answer'), chain($e));
        }
        same('asked', [false, false], [$b->isAcquired(), $c->isAcquired()]);
        same('another key', null, $lock($other, $name)->release());
        if (0 === $pid = pcntl_fork()) {
            same('in a child', 'NULL', outcome(fn () => $b->release()));
            posix_kill(getmypid(), 9);
        }
        pcntl_waitpid($pid, $status);
        $proxy->does('heal');
        if ($again) {
            same('had again', true, eventually(fn () => $b->acquire()));
            same('and released', [null, null], [$b->release(), $b->release()]);
        }
        raises('that was not', LockReleasingException::class, null, fn () => $c->release());
    });
}
$proxy->stop();
?>
--EXPECT--
ok: DSN
ok: URL
ok: \PDO
ok: Doctrine
ok: two stores over a \PDO
ok: two stores over Doctrine
