--TEST--
Every store that asks a server, by every way: a server that stops to answer bounds no wait; acquire(true, timeout) ends in time, with an error and not with false
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
redis
memcached
mongodb
--INI--
default_socket_timeout=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;

const TIMEOUT = 0.5;
// A connection, its handshake and a round trip on a machine that does other things.
const LATE = 0.9;

/*
 * Client objects have time limits of their own, which nobody else can shorten: how much later than the deadline it may
 * be.
 */
$own_limits = [
    'RedisStore, \Redis' => 2 * 1 + LATE, // default_socket_timeout, above; and once more to connect again
    'RedisStore, \RedisArray' => 3 * 2 * 1 + LATE,
    'RedisStore, Predis' => 2 * 1 + LATE,
    'MemcachedStore, \Memcached' => 2 * 1 + LATE,
    'MongoDbStore, Manager' => 2 * 1 + LATE,
    'MongoDbDocumentStore, Manager' => 2 * 1 + LATE,
];

/*
 * Drivers that know no time limit for an answer, over objects of the user's: docs/pdo.md, docs/dbal.md, docs/mysql.md
 * and docs/postgresql.md say so.
 */
$unlimited = [
    'PdoStore, mysql \PDO',
    'PdoStore, pgsql \PDO',
    'DoctrineDbalStore, mysql',
    'DoctrineDbalStore, pgsql',
    'PostgreSqlStore, \PDO',
    'DoctrineDbalPostgreSqlStore, Connection', 'MysqlStore, \PDO', 'DoctrineDbalMysqlStore, Connection',
];

/** $answers: what was asked may have been answered in the bytes that came. */
function in_time(string $when, Way $way, object $store, float $late, bool $answers = false): void
{
    // What it got in the last moment cannot be given back here.
    $lock = quiet_lock($store, unique());
    $took = seconds(function () use ($lock, &$outcome, &$caught) {
        $outcome = outcome(function () use ($lock, &$caught) {
            try {
                return $lock->acquire(true, TIMEOUT);
            } catch (Throwable $caught) {
                throw $caught;
            }
        });
    });
    check("$when: an error", $caught instanceof LockAcquiringException || $answers && 'true' === $outcome, $outcome);
    between("$when: seconds", 0, TIMEOUT + $late, $took);
    if (getenv('SLOCK_TEST_SHOW')) {
        fprintf(STDERR, "%-45s %-20s %6.3f s  %s\n", $way->name, $when, $took, substr($outcome, 0, 300));
    }
}

$ways = array_diff_key(proxied_ways(), array_flip($unlimited));
side_by_side($ways, function (Way $way) use ($own_limits) {
    $late = $own_limits[$way->name] ?? LATE;
    // The table of a table store is made before the server stalls.
    lock_on($way->store(), unique())->acquire();
    $proxy = new FaultProxy();
    $make = fn () => proxied_store($way);
    $store = $make();
    $lock = lock_on($store, unique());
    same('works', ['true', 'NULL'], [outcome(fn () => $lock->acquire()), outcome(fn () => $lock->release())]);

    $proxy->does('stall');
    in_time('connected, then silent', $way, $store, $late);
    in_time('connecting again', $way, $store, $late);
    unset($store, $lock);
    gc_collect_cycles();

    $proxy->does('blackhole');
    $proxy->does('reset');
    // The constructors of some client objects connect.
    if (!isset($own_limits[$way->name])) {
        $store = $make();
        in_time('a black hole from the start', $way, $store, $late);
        unset($store);
    }
    foreach ([1, 9, 40] as $bytes) {
        $proxy->does('reset');
        $proxy->does("stall $bytes");
        if (!isset($own_limits[$way->name])) {
            $store = $make();
            in_time("silent after $bytes bytes", $way, $store, $late, true);
            unset($store);
        }
    }

    $proxy->does('pass');
    $proxy->does('reset');
    $store = $make();
    $lock = lock_on($store, unique());
    comes_to_hold($lock, 'answers again');
    same('releases', 'NULL', outcome(fn () => $lock->release()));
    $proxy->stop();
}, 8);
?>
--EXPECT--
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, \Redis
ok: RedisStore, \RedisArray
ok: RedisStore, Predis
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: PdoStore, mysql
ok: PdoStore, pgsql
ok: PostgreSqlStore
ok: DoctrineDbalPostgreSqlStore
ok: MysqlStore
ok: ZookeeperStore
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
