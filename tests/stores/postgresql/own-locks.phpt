--TEST--
Advisory stores by DSN or URL: a lock belongs to the store that took it, as in the package, also when stores share a session
--EXTENSIONS--
ctype
mysqlnd
pcntl
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc';
need('postgresql', 'mariadb', 'package 7.4');
need_file('Doctrine/DBAL/autoload.php');
?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

// One key and two stores: what every method says, in an order in which no session waits for another one.
const CODE = <<<'CODE'
    use Symfony\Component\Lock\Exception\LockConflictedException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\CombinedStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;
    use Symfony\Component\Lock\Strategy\ConsensusStrategy;
    use Symfony\Component\Lock\Strategy\UnanimousStrategy;
    [$dsn, $name] = [$argv[1], $argv[2]];
    $pdo = new PDO($dsn);
    $ways = ['dsn' => fn () => new PostgreSqlStore($dsn), 'pdo' => fn () => new PostgreSqlStore($pdo)];
    foreach ($ways as $way => $make) {
        $calls = 0;
        $say = function (string $what, callable $f) use ($way, &$calls) {
            try {
                $outcome = var_export($f(), true);
            } catch (LockConflictedException) {
                $outcome = 'conflict';
            }
            echo $way, ' ', ++$calls, " $what: $outcome\n";
        };
        $a = $make();
        $b = $make();
        foreach (['save', 'saveRead'] as $first) {
            foreach (['save', 'saveRead'] as $second) {
                $key = new Key("$name $way $first $second");
                $say("a $first", fn () => $a->$first($key));
                $say('b exists', fn () => $b->exists($key));
                $say('b refreshes', fn () => $b->putOffExpiration($key, 5));
                $say('b deletes', fn () => $b->delete($key));
                $say('a exists', fn () => $a->exists($key));
                $say("b $second", fn () => $b->$second($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
                $say('b deletes', fn () => $b->delete($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
                $say('a deletes', fn () => $a->delete($key));
                $say("b $second", fn () => $b->$second($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
                $say('b deletes', fn () => $b->delete($key));
            }
        }
        foreach ([new UnanimousStrategy(), new ConsensusStrategy()] as $strategy) {
            foreach ([[$a, $b], [$a, $a], [$a, $b, $b]] as $members) {
                $key = new Key("$name $way quorum");
                $combined = new CombinedStore($members, $strategy);
                $say('quorum saves', fn () => $combined->save($key));
                $say('quorum exists', fn () => $combined->exists($key));
                $say('quorum deletes', fn () => $combined->delete($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
            }
        }
    }
    CODE;
group('as in the package', function () {
    $arguments = ['arguments' => [pg_dsn(), unique()]];
    $theirs = Child::start(CODE, '7.4', ['pdo', 'pdo_pgsql'], ...$arguments)->finish();
    $ours = Child::start(CODE, 'here', ['pdo', 'pdo_pgsql'], ...$arguments)->finish();
    same('two stores', explode("\n", $theirs), explode("\n", $ours));
    same('it has run', 260, substr_count($ours, "\n"));
});

$persistent = [PDO::ATTR_PERSISTENT => true];
$ways = [
    'PostgreSQL by DSN' => fn () => new PostgreSqlStore(pg_dsn()),
    'PostgreSQL by URL' => fn () => new DoctrineDbalPostgreSqlStore(pg_url()),
    'PostgreSQL, persistent' => fn () => new PostgreSqlStore(pg_dsn(), ['db_connection_options' => $persistent]),
    'MySQL by DSN' => fn () => new MysqlStore(my_dsn()),
    'MySQL, persistent' => fn () => new MysqlStore(my_dsn(), ['db_connection_options' => $persistent]),
];
foreach ($ways as $way => $make) {
    group("$way: one key, two stores", function () use ($make) {
        [$a, $b, $key] = [$make(), $make(), new Key(unique())];
        $a->save($key);
        raises('save', LockConflictedException::class, null, fn () => $b->save($key));
        raises('refresh', LockConflictedException::class, null, fn () => $b->putOffExpiration($key, 5));
        $b->delete($key);
        same('whose it is', [true, false], [$a->exists($key), $b->exists($key)]);
        $lock = new Lock($key, $b, 5, false);
        same('a lock', [false, false, false], [$lock->acquire(), $lock->acquire(true, 0.2), $lock->isAcquired()]);
        $a->delete($key);
        $b->save($key);
        same('whose it is now', [false, true], [$a->exists($key), $b->exists($key)]);
        raises('the first', LockConflictedException::class, null, fn () => $a->save($key));
        $b->delete($key);
    });
    group("$way: the store goes, and its locks with it, but nobody else's", function () use ($make) {
        [$a, $b, $key, $other] = [$make(), $make(), new Key($name = unique()), new Key(unique())];
        $a->save($key);
        $b->save($other);
        $a = null;
        // The end of a session shows a moment later.
        $free = fn (string $name) => eventually(fn () => 'NULL' === outcome(fn () => $b->save(new Key($name))));
        same('it is free', true, $free($name));
        same('the other one is not', true, $b->exists($other));
        $cycle = new stdClass();
        $cycle->store = $make();
        $cycle->lock = new Lock(new Key($name = unique()), $cycle->store, 5);
        same('in a cycle', true, $cycle->lock->acquire());
        $cycle->self = $cycle;
        $cycle = null;
        gc_collect_cycles();
        same('it is free, too', true, $free($name));
        same('the other one is still not', true, $b->exists($other));
        $b->delete($other);
    });
    group("$way: a child", function () use ($make) {
        [$a, $b, $key] = [$make(), $make(), new Key(unique())];
        $a->save($key);
        if (!$pid = pcntl_fork()) {
            $right = !$a->exists($key);
            $a = null;
            try {
                $b->save($key);
                $right = false;
            } catch (LockConflictedException) {
            }
            $b = null;
            gc_collect_cycles();
            posix_kill(getmypid(), $right ? SIGKILL : SIGTERM);
        }
        pcntl_waitpid($pid, $status);
        same('has none, and takes none', SIGKILL, pcntl_wtermsig($status));
        same('the parent', [true, false], [$a->exists($key), $b->exists($key)]);
        $a->delete($key);
    });
}
foreach (['PostgreSQL by DSN', 'PostgreSQL by URL'] as $way) {
    group("$way: readers", function () use ($ways, $way) {
        [$a, $b, $key] = [$ways[$way](), $ways[$way](), new Key(unique())];
        $a->saveRead($key);
        same('whose it is', [true, false], [$a->exists($key), $b->exists($key)]);
        $b->saveRead($key);
        raises('to write', LockConflictedException::class, null, fn () => $b->save($key));
        $a = null;
        gc_collect_cycles();
        same('the other one still reads', true, $b->exists($key));
        $saved = eventually(fn () => 'NULL' === outcome(fn () => $b->save($key)));
        same('and writes', true, $saved && $b->exists($key));
        $b->delete($key);
    });
}
?>
--EXPECT--
ok: as in the package
ok: PostgreSQL by DSN: one key, two stores
ok: PostgreSQL by DSN: the store goes, and its locks with it, but nobody else's
ok: PostgreSQL by DSN: a child
ok: PostgreSQL by URL: one key, two stores
ok: PostgreSQL by URL: the store goes, and its locks with it, but nobody else's
ok: PostgreSQL by URL: a child
ok: PostgreSQL, persistent: one key, two stores
ok: PostgreSQL, persistent: the store goes, and its locks with it, but nobody else's
ok: PostgreSQL, persistent: a child
ok: MySQL by DSN: one key, two stores
ok: MySQL by DSN: the store goes, and its locks with it, but nobody else's
ok: MySQL by DSN: a child
ok: MySQL, persistent: one key, two stores
ok: MySQL, persistent: the store goes, and its locks with it, but nobody else's
ok: MySQL, persistent: a child
ok: PostgreSQL by DSN: readers
ok: PostgreSQL by URL: readers
