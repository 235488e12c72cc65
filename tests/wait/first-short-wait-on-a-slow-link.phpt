--TEST--
The first wait of a store on a slow link, by every way: one that is shorter than a round trip ends with an answer when it has shown before what that takes
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

// Seconds that each answer is late before the wait, and in it; the difference is for a machine that does other things.
const SHOWN = 0.5, ROUND_TRIP = 0.2, TIMEOUT = 0.05;
// Seconds that a wait may take: the question, and the machine again. A quorum takes back what a minority has granted.
const LIMIT = TIMEOUT + ROUND_TRIP + 0.1 + 1.0, LIMIT_OF_A_QUORUM = LIMIT + 2.0;

/* Two, because the first one also opens the connection. */
function show_a_round_trip(FaultProxy $proxy, object $store): void
{
    $proxy->does('delay '.SHOWN);
    same('it has seen what a round trip takes', [true, true], [
        lock_on($store, unique())->acquire(),
        lock_on($store, unique())->acquire(),
    ]);
    $proxy->does('delay '.ROUND_TRIP);
}

function wait_first(FaultProxy $proxy, Closure $store, array $direct, float $limit): void
{
    show_a_round_trip($proxy, $through = $store());
    $lock = lock_on($through, $resource = unique());
    $took = seconds(function () use ($lock, &$outcome) { $outcome = outcome(fn () => $lock->acquire(true, TIMEOUT)); });
    same('free', 'true', $outcome);
    between('free: seconds', 0, $limit, $took);
    same('free: released', 'NULL', outcome(fn () => $lock->release()));
    $held = array_map(fn ($holder) => lock_on($holder, $resource), $direct);
    foreach ($held as $other) {
        same('nothing is left', true, $other->acquire());
    }

    show_a_round_trip($proxy, $through = $store());
    $lock = lock_on($through, $resource);
    $took = seconds(function () use ($lock, &$outcome) { $outcome = outcome(fn () => $lock->acquire(true, TIMEOUT)); });
    same('held', 'false', $outcome);
    between('held: seconds', 0, $limit, $took);
    $proxy->does('pass');
    foreach ($held as $other) {
        same('its owner has it still', true, $other->isAcquired());
        $other->release();
    }
    if (getenv('SLOCK_TEST_SHOW')) {
        fprintf(STDERR, "%-45s %6.3f s\n", $through::class, $took);
    }
}

side_by_side(proxied_ways(), function (Way $way) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    $limit = str_contains($way->name, 'Combined') ? LIMIT_OF_A_QUORUM : LIMIT;
    wait_first($proxy, fn () => proxied_store($way), [$direct], $limit);
    $proxy->stop();
}, 13);

foreach (member_kinds() as $kind => $members) {
    group("a quorum of $kind", function () use ($members) {
        $direct = $members();
        array_map(fn ($store) => lock_on($store, unique())->acquire(), $direct);
        $proxy = new FaultProxy();
        $quorum = fn () => new CombinedStore($members(), new ConsensusStrategy());
        wait_first($proxy, $quorum, $direct, LIMIT_OF_A_QUORUM);
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
