--TEST--
Every store with a TTL, by every way: a refresh or an acquisition that was not answered arrives late, and the end that the next ones have given the lock stays
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

// Seconds. What the first request asks for is over TTL after it arrives, where the server counts, and before, where the
// client does; tables count whole seconds.
const TTL = 3.0, LATE = 5.0;

// A quorum takes back what it could not refresh. These objects of the user's wait as long as it takes.
$unlimited = ['PdoStore, mysql \PDO', 'PdoStore, pgsql \PDO', 'DoctrineDbalStore, mysql', 'DoctrineDbalStore, pgsql'];
$ways = array_filter(
    proxied_ways(),
    fn (Way $way) => Keeper::Token === $way->keeper && !in_array($way->name, $unlimited, true)
        && !preg_match('/^(Zookeeper|Combined)/', $way->name),
);
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    foreach (['refresh', 'acquire', ...($way->shares ? ['acquireRead'] : [])] as $late) {
        $lock = quiet_lock(proxied_store($way), $resource = unique(), TTL);
        comes_to_hold($lock, "acquired before $late");
        $proxy->does('requests 60');
        $sent = now();
        check("$late: not answered", !in_array(outcome(fn () => $lock->$late()), ['NULL', 'true'], true));
        $proxy->does('pass');
        comes_to_hold($lock, "again after $late");
        same("longer after $late", 'NULL', outcome(fn () => $lock->refresh(300.0)));
        sleep_until($sent + LATE);
        arrives($late, $proxy);
        usleep((int) (1e6 * (TTL + 1.2)));
        still_holds("still after $late", $lock, lock_on($direct, $resource));

        // What is wanted is not what is late.
        same("shorter after $late", 'NULL', outcome(fn () => $lock->refresh(1.0)));
        comes_to_hold(lock_on($direct, $resource), "the other one after $late");
    }
    $proxy->stop();
});
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
ok: RetryTillSaveStore
