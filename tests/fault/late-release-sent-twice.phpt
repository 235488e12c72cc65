--TEST--
A release whose connection is lost and that is sent once more on another one: the first copy, which arrives late, takes nothing away that was acquired since
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
mongodb
--INI--
default_socket_timeout=1
slock.connect_timeout=1
slock.command_timeout=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

// Those that send a request again by themselves.
$ways = proxied_ways(
    'RedisStore',
    'RedisStore, several hosts',
    'MongoDbStore',
    'MongoDbDocumentStore',
    'PdoStore, mysql',
    'PdoStore, pgsql',
    'CombinedStore',
);
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    $lock = quiet_lock(proxied_store($way), $resource = unique());
    comes_to_hold($lock);

    $proxy->does('lose 60');
    same('released, as far as is known', 'NULL', outcome(fn () => $lock->release()));
    same('the first copies were lost', 'CombinedStore' === $way->name ? 3 : 1, $proxy->lost());
    $proxy->does('pass');
    same('again', 'true', outcome(fn () => $lock->acquire()));
    arrives('the first one', $proxy);
    still_holds('still', $lock, lock_on($direct, $resource));
    $lock->release();
    $proxy->stop();
});
?>
--EXPECT--
ok: RedisStore
ok: RedisStore, several hosts
ok: MongoDbStore
ok: MongoDbDocumentStore
ok: PdoStore, mysql
ok: PdoStore, pgsql
ok: CombinedStore
