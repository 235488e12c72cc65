--TEST--
A bounded wait on a slow link, by every way: it ends within the bound and a round trip, whether the bound is shorter than a round trip or longer
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
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

// Seconds that each answer is late.
const ROUND_TRIP = 0.4;
// A machine that does other things.
const SLACK = 0.3;

/* $trips: how many round trips an attempt takes that can be answered with no. */
function on_a_slow_link(FaultProxy $proxy, object $store, array $holders, int $trips): void
{
    $lock = lock_on($store, $resource = unique());
    same('works', ['true', 'NULL'], [outcome(fn () => $lock->acquire()), outcome(fn () => $lock->release())]);
    $proxy->does('delay '.ROUND_TRIP);

    // Free: granted, or given up for want of an answer.
    $free = lock_on($store, unique());
    $took = seconds(function () use ($free, &$outcome) { $outcome = outcome(fn () => $free->acquire(true, 0.1)); });
    check('shorter than a round trip, free: no false', 'false' !== $outcome, $outcome);
    between('shorter than a round trip, free: seconds', 0, 0.1 + $trips * ROUND_TRIP + SLACK, $took);

    $held = array_map(fn ($holder) => lock_on($holder, $resource), $holders);
    foreach ($held as $other) {
        same('another owner has it', true, $other->acquire());
    }
    $lock = lock_on($store, $resource);
    $took = seconds(function () use ($lock, &$outcome) { $outcome = outcome(fn () => $lock->acquire(true, 0.1)); });
    check('shorter than a round trip, held: not granted', 'true' !== $outcome, $outcome);
    between('shorter than a round trip, held: seconds', 0, 0.1 + $trips * ROUND_TRIP + SLACK, $took);

    // A connection that was given up is there again before the next one is timed.
    $proxy->does('pass');
    check('there again', eventually(fn () => 'false' === outcome(fn () => $lock->acquire())));
    $proxy->does('delay '.ROUND_TRIP);
    $lock = lock_on($store, $resource);
    // So that the connection has seen what a round trip takes by now.
    same('held', 'false', outcome(fn () => $lock->acquire()));
    $took = seconds(function () use ($lock, &$outcome) { $outcome = outcome(fn () => $lock->acquire(true, 2.0)); });
    same('longer than a round trip, held', 'false', $outcome);
    between('longer than a round trip, held: seconds', 2.0, 2.0 + $trips * ROUND_TRIP + SLACK, $took);
    $proxy->does('pass');
    foreach ($held as $other) {
        $other->release();
    }
    if (getenv('SLOCK_TEST_SHOW')) {
        fprintf(STDERR, "%-45s %6.3f s\n", $store::class, $took);
    }
}

/*
 * More than one round trip: ZooKeeper says in the second one whose the node is; a quorum gives back what it got of a
 * minority; drivers of databases prepare a statement before they execute it, and nothing bounds those of the user. What
 * a Manager says to have written is read again in a process that was forked, as those of side_by_side() are.
 */
$trips = fn (Way $way) => match (true) {
    str_contains($way->name, 'Zookeeper') => 2,
    str_contains($way->name, 'Combined') => 2,
    str_contains($way->name, 'Manager') => 2,
    (bool) preg_match('/\\\\PDO$|Connection$|^Doctrine/', $way->name) => 2,
    default => 1,
};

side_by_side(proxied_ways(), function (Way $way) use ($trips) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    on_a_slow_link($proxy, proxied_store($way), [$direct], $trips($way));
    $proxy->stop();
}, 13);

foreach (member_kinds() as $kind => $members) {
    group("a quorum of $kind", function () use ($members) {
        $direct = $members();
        array_map(fn ($store) => lock_on($store, unique())->acquire(), $direct);
        $proxy = new FaultProxy();
        on_a_slow_link($proxy, new CombinedStore($members(), new ConsensusStrategy()), $direct, 2);
        $proxy->stop();
    });
}
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
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
ok: ZookeeperStore
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
ok: a quorum of Redis servers
ok: a quorum of Memcached, binary
ok: a quorum of Memcached, text
ok: a quorum of ZooKeeper
