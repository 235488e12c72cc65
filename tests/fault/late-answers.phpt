--TEST--
Every store that asks a server, by every way: an answer that comes too late is nobody's answer any more
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
slock.connect_timeout=1
slock.command_timeout=1
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

/* One operation whose answer, a yes, comes late; then one on a lock of another owner, whose answer is a no. */
function late_then_refused(string $first, string $second, FaultProxy $proxy, object $store, Closure $hold): void
{
    $other = $hold($resource = unique());
    $ours = quiet_lock($store, unique());
    if ('acquire' !== $first) {
        comes_to_hold($ours, "$first, $second: acquired");
    }
    $theirs = quiet_lock($store, $resource);
    $altered = $proxy->altered();
    $proxy->does('delay 1.4');
    outcome(fn () => 'refresh' === $first ? $ours->refresh(60) : $ours->$first());
    check("$first: the answer is late", eventually(fn () => $proxy->altered() > $altered, 5));
    $proxy->does('pass');
    $outcome = outcome(fn () => 'refresh' === $second ? $theirs->refresh(60) : $theirs->$second());
    check("$first late, then $second", match ($second) {
        'acquire', 'isAcquired' => 'true' !== $outcome,
        'refresh' => 'NULL' !== $outcome,
        default => true,
    }, $outcome);
    foreach ($other as $held) {
        same("$first late, then $second: theirs", true, $held->isAcquired());
        $held->release();
    }
    outcome(fn () => $ours->release());
}

$pairs = [
    ['acquire', 'acquire'],
    ['isAcquired', 'acquire'],
    ['release', 'acquire'],
    ['acquire', 'isAcquired'],
    ['refresh', 'acquire'],
    ['acquire', 'release'],
    ['acquire', 'refresh'],
];
side_by_side(proxied_ways(), function (Way $way) use ($pairs) {
    $direct = $way->store();
    $free = lock_on($direct, unique());
    comes_to_hold($free);
    $free->release();
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    foreach ($pairs as [$first, $second]) {
        if (
            Keeper::Token === $way->keeper && 'ZookeeperStore' !== $way->name
            || 'refresh' !== $first && 'refresh' !== $second
        ) {
            late_then_refused($first, $second, $proxy, $store, function ($resource) use ($direct) {
                comes_to_hold($lock = lock_on($direct, $resource));

                return [$lock];
            });
        }
    }
    $proxy->stop();
}, 13);

foreach (member_kinds() as $kind => $members) {
    group("a quorum of $kind", function () use ($members, $pairs) {
        $direct = $members();
        array_map(fn ($store) => lock_on($store, unique())->acquire(), $direct);
        $proxy = new FaultProxy();
        $store = new CombinedStore($members(), new ConsensusStrategy());
        foreach ([['acquire', 'acquire'], ['isAcquired', 'acquire'], ['release', 'acquire']] as [$first, $second]) {
            late_then_refused(
                $first,
                $second,
                $proxy,
                $store,
                fn ($resource) => array_map(function ($member) use ($resource) {
                    $lock = lock_on($member, $resource);
                    same('the other owner has it', true, $lock->acquire());

                    return $lock;
                }, [$direct[0], $direct[2]]),
            );
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
