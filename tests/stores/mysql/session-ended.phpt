--TEST--
MysqlStore: when the server kills the session the lock is gone, nobody complains, and the next acquisition opens another one
--EXTENSIONS--
ctype
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('own mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\MysqlStore;

own_servers('MYSQL');
$admin = new PDO(my_dsn(false), my('ADMIN_USER'), my('ADMIN_PASSWORD'));
$waits = my_is_mariadb();
/** Kills the session that holds the lock. */
$end = function (string $resource) use ($admin) {
    $holder = fn () => $admin->query("SELECT IS_USED_LOCK('".hash('sha256', $resource)."')")->fetchColumn();
    check('there is an owner', null !== $id = $holder());
    $admin->exec("KILL $id");
    check('it ends', eventually(fn () => null === $holder()));
};
// Before Doctrine can be found.
$url = new DoctrineDbalMysqlStore(my_url());

foreach ([
    'by DSN' => [fn () => new MysqlStore(my_dsn()), true],
    'by URL, through PDO' => [fn () => $url, true],
    'by URL, through Doctrine' => [function () {
        require_once 'Doctrine/DBAL/autoload.php';

        return new DoctrineDbalMysqlStore(my_url());
    }, true],
    'through PDO' => [fn () => new MysqlStore(my_pdo()), false],
    'through Doctrine' => [fn () => new DoctrineDbalMysqlStore(dbal('pdo_mysql')), false],
] as $way => [$make, $ours]) {
    group("$way: isAcquired()", function () use ($make, $end, $ours) {
        $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
        same('acquired', true, $lock->acquire());
        $end($resource);
        same('not any more', false, $lock->isAcquired());
        if ($ours) {
            same('again', true, $lock->acquire());
            same('held', true, $lock->isAcquired());
        } else {
            raises('a client object stays as it is', LockAcquiringException::class, null, fn () => $lock->acquire());
        }
    });
    group("$way: the destructor is silent", function () use ($make, $end) {
        $warnings = [];
        set_error_handler(function ($level, $text) use (&$warnings) { $warnings[] = $text; });
        $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
        same('acquired', true, $lock->acquire());
        $end($resource);
        $destroyed = WeakReference::create($lock);
        unset($lock);
        restore_error_handler();
        same('it has run', null, $destroyed->get());
        same('warnings', [], $warnings);
        same('another store has it', true, (new LockFactory($make()))->createLock($resource, 300)->acquire());
    });
    group("$way: another one has it in another session of this process", function () use ($make, $end) {
        set_error_handler(fn ($level, $text) => check("no warning: $text", false));
        foreach (['isAcquired' => false, 'release' => null] as $method => $expected) {
            $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
            $lock->acquire();
            $end($resource);
            same('not any more', false, $lock->isAcquired());
            $other = (new LockFactory($make()))->createLock($resource, 300);
            same('the other one', true, $other->acquire());
            same($method, $expected, $lock->$method());
            unset($lock);
            same('still the other one', true, $other->isAcquired());
        }
        restore_error_handler();
    });
    group("$way: release()", function () use ($make, $end) {
        $lock = (new LockFactory($make()))->createLock($resource = unique(), 300);
        $lock->acquire();
        $end($resource);
        same('nothing to release', null, $lock->release());
    });
    if ($ours) {
        group("$way: acquire() of what was held", function () use ($make, $end) {
            $store = $make();
            [$lock, $other] = [
                (new LockFactory($store))->createLock($resource = unique()),
                (new LockFactory($store))->createLock(unique()),
            ];
            $lock->acquire();
            $other->acquire();
            $end($resource);
            same('again', true, $lock->acquire());
            same('the other one went with the session', false, $other->isAcquired());
            same('and can be had', true, $other->acquire());
        });
        group("$way: a wait goes on in a new session", function () use ($make, $admin, $waits) {
            $resource = unique();
            $name = hash('sha256', $resource);
            $admin->query("SELECT GET_LOCK('$name', 0)");
            $factory = new LockFactory($make());
            // A session that ends under its very first statement is a failure of the server's.
            ($first = $factory->createLock($known = unique()))->acquire();
            $session = $admin->query("SELECT IS_USED_LOCK('".hash('sha256', $known)."')")->fetchColumn();
            $first->release();
            $lock = $factory->createLock($resource);
            // MariaDB is in the middle of a statement, which waits. MySQL is asked again and again, and is between two.
            $helper = Child::start(
                '$pdo = new PDO($argv[1], $argv[2], $argv[3]); $killed = 0; echo "ready\n"; '
                    .'for ($i = 0; $i < 40 && !$killed; ++$i) { usleep(20_000); foreach ($pdo->query("SELECT ID '
                    .'FROM information_schema.PROCESSLIST WHERE ID = $argv[5] AND '
                    .($waits ? 'INFO LIKE \'%GET_LOCK%$argv[4]%\'' : '$i > 10')
                    .'")->fetchAll(PDO::FETCH_COLUMN) as $id) { $pdo->exec("KILL $id"); ++$killed; } } echo $killed;',
                'here',
                ['pdo', 'mysqlnd', 'pdo_mysql'],
                [],
                [my_dsn(false), my('ADMIN_USER'), my('ADMIN_PASSWORD'), $name, $session],
            );
            $helper->hear();
            $took = seconds(fn () => same('the deadline holds', false, $lock->acquire(true, 1.0)));
            between('seconds', 0.999, 1.5, $took);
            check('it was killed', (int) ($killed = $helper->finish()) > 0, $killed);
            $admin->query("SELECT RELEASE_LOCK('$name')");
            same('free', true, $lock->acquire());
        });
    }
}
?>
--EXPECT--
ok: by DSN: isAcquired()
ok: by DSN: the destructor is silent
ok: by DSN: another one has it in another session of this process
ok: by DSN: release()
ok: by DSN: acquire() of what was held
ok: by DSN: a wait goes on in a new session
ok: by URL, through PDO: isAcquired()
ok: by URL, through PDO: the destructor is silent
ok: by URL, through PDO: another one has it in another session of this process
ok: by URL, through PDO: release()
ok: by URL, through PDO: acquire() of what was held
ok: by URL, through PDO: a wait goes on in a new session
ok: by URL, through Doctrine: isAcquired()
ok: by URL, through Doctrine: the destructor is silent
ok: by URL, through Doctrine: another one has it in another session of this process
ok: by URL, through Doctrine: release()
ok: by URL, through Doctrine: acquire() of what was held
ok: by URL, through Doctrine: a wait goes on in a new session
ok: through PDO: isAcquired()
ok: through PDO: the destructor is silent
ok: through PDO: another one has it in another session of this process
ok: through PDO: release()
ok: through Doctrine: isAcquired()
ok: through Doctrine: the destructor is silent
ok: through Doctrine: another one has it in another session of this process
ok: through Doctrine: release()
