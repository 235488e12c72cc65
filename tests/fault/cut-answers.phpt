--TEST--
Every store that asks a server, by every way: answers that come in two segments, cut at every byte, or byte by byte, say the same
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

/* The whole life of a lock, with an owner whose answers come in one piece. */
$cycle = function (string $when, object $store, object $direct, bool $expires) {
    $lock = lock_on($store, $resource = unique());
    $other = lock_on($direct, $resource);
    same("$when: acquire", 'true', outcome(fn () => $lock->acquire()));
    $expires && same("$when: refresh", 'NULL', outcome(fn () => $lock->refresh(30)));
    same("$when: isAcquired", 'true', outcome(fn () => $lock->isAcquired()));
    same("$when: the other one is refused", 'false', outcome(fn () => $other->acquire()));
    same("$when: release", 'NULL', outcome(fn () => $lock->release()));
    same("$when: isAcquired after it", 'false', outcome(fn () => $lock->isAcquired()));
    same("$when: the other one acquires", 'true', outcome(fn () => $other->acquire()));
    same("$when: acquire, held by the other one", 'false', outcome(fn () => $lock->acquire()));
    same("$when: not held", 'false', outcome(fn () => $lock->isAcquired()));
    same("$when: the other one releases", 'NULL', outcome(fn () => $other->release()));
};

/* Where answers are cut: at every byte, or, beyond the first 64, at some. */
$cuts = fn (int $longest) => array_unique([
    ...range(1, min(64, $longest)),
    ...range(1, $longest, max(1, intdiv($longest, 32))),
]);

side_by_side(proxied_ways(), function (Way $way) use ($cycle, $cuts) {
    $direct = $way->store();
    // Before the proxy is there, so that nobody goes through it.
    $expires = Keeper::Token === $way->keeper && !$direct instanceof Symfony\Component\Lock\Store\ZookeeperStore;
    connects($direct);

    $proxy = new FaultProxy();
    $make = fn () => all_ways()[$way->name]->store();
    $store = $make();
    $cycle('whole', $store, $direct, $expires);
    check('goes through the proxy', $proxy->open() > 0);
    $connecting = $proxy->longest();
    $altered = $proxy->altered();
    foreach ($cuts($connecting) as $at) {
        $proxy->does("cut $at");
        $cycle("cut at $at", $store, $direct, $expires);
        1 === $at && check('the first byte of answers comes alone', $proxy->altered() > $altered);
    }
    $altered = $proxy->altered();
    $proxy->does('drip');
    $cycle('byte by byte', $store, $direct, $expires);
    check('answers come byte by byte', $proxy->altered() > $altered);
    // The handshakes as well.
    foreach ([...array_slice($cuts($connecting), 0, 40), 'drip'] as $at) {
        $proxy->does('reset');
        $proxy->does('drip' === $at ? $at : "cut $at");
        unset($store);
        $store = $make();
        $lock = lock_on($store, unique());
        // Managers of one URI share their connections, and learn that these are gone by using them.
        str_contains($way->name, 'Manager') && outcome(fn () => $lock->acquire());
        same(
            "connecting, $at",
            ['true', 'NULL'],
            [outcome(fn () => $lock->acquire()), outcome(fn () => $lock->release())],
        );
    }
    $proxy->stop();
}, 8);

// Three members of which another owner holds some: answers that are there in part count for nothing.
foreach (member_kinds() as $kind => $members) {
    group("a quorum of $kind", function () use ($members, $cuts) {
        $direct = $members();
        $proxy = new FaultProxy();
        $store = new CombinedStore($members(), new ConsensusStrategy());
        foreach ([0, ...$cuts(64), 'drip'] as $at) {
            $altered = $proxy->altered();
            $proxy->does(0 === $at ? 'pass' : ('drip' === $at ? $at : "cut $at"));
            foreach ([[0, 1], [1, 2], [0, 2], [0, 1, 2]] as $majority) {
                $resource = unique();
                $held = array_map(fn ($i) => lock_on($direct[$i], $resource), $majority);
                foreach ($held as $lock) {
                    same('the other owner has it', true, $lock->acquire());
                }
                $lock = lock_on($store, $resource);
                same("$at: acquire, ".implode($majority).' held', 'false', outcome(fn () => $lock->acquire()));
                same("$at: isAcquired, ".implode($majority).' held', 'false', outcome(fn () => $lock->isAcquired()));
                foreach ($held as $other) {
                    same('the other owner still has it', true, $other->isAcquired());
                    $other->release();
                }
            }
            $minority = lock_on($direct[1], $resource = unique());
            $minority->acquire();
            $lock = lock_on($store, $resource);
            same("$at: acquire, one held", 'true', outcome(fn () => $lock->acquire()));
            same("$at: isAcquired, one held", 'true', outcome(fn () => $lock->isAcquired()));
            $lock->release();
            $minority->release();
            if (1 === $at || 'drip' === $at) {
                check("$at: answers are cut", $proxy->altered() > $altered);
            }
        }
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
