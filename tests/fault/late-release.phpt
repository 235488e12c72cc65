--TEST--
Every store that asks a server, by every way: a release that arrives late takes nothing away that was acquired since
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

/** Seconds after which the release arrives, though its client has gone. */
const LATE = 2.5;

side_by_side(proxied_ways(), function (Way $way) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    // Locks of a ZooKeeper last as long as their session, and a refresh asks nobody.
    $expires = Keeper::Token === $way->keeper && 'ZookeeperStore' !== $way->name;
    foreach (['acquire', 'release', 'refresh'] as $next) {
        $lock = quiet_lock($store, $resource = unique());
        comes_to_hold($lock, "acquired before $next");
        $altered = $proxy->altered();
        $proxy->does('requests '.LATE);
        $sent = now();
        outcome(fn () => $lock->release());
        check("the release before $next is late", eventually(fn () => $proxy->altered() > $altered, 5));
        $proxy->does('pass');
        $did = outcome(fn () => $lock->$next());
        // It would last as long as nobody knows.
        check("no refresh of what was let go: $did", 'refresh' !== $next || !$expires || 'NULL' !== $did);
        comes_to_hold($lock, "acquired again after $next");
        sleep_until($sent + LATE);
        check("it is carried out, after $next", eventually(fn () => 0 === $proxy->owed()));
        still_holds("still, after $next", $lock, lock_on($direct, $resource));
        $lock->release();
    }
    $proxy->stop();
}, 13);
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
