--TEST--
Stores without a Lock: a delete() that arrives late takes nothing away that save() was granted since, and lets in nobody
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
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

use Symfony\Component\Lock\Key;

$ways = proxied_ways(
    'RedisStore',
    'MemcachedStore',
    'MongoDbStore',
    'PdoStore, mysql',
    'PdoStore, pgsql',
    'CombinedStore',
    'RetryTillSaveStore',
);
side_by_side($ways, function (Way $way) {
    $direct = $way->store();
    connects($direct);
    $proxy = new FaultProxy();
    $store = proxied_store($way);
    foreach (['save', 'putOffExpiration'] as $next) {
        $key = new Key($resource = unique());
        check('saved', eventually(fn () => 'NULL' === outcome(fn () => $store->save($key))));
        $proxy->does('requests 60');
        $said = outcome(fn () => $store->delete($key));
        check("not deleted, as far as is known: $said", 'NULL' !== $said);
        $late = $proxy->held();
        $proxy->does('pass');
        if ('save' === $next) {
            check('saved again', eventually(fn () => 'NULL' === outcome(fn () => $store->save($key))));
        } else {
            $said = outcome(fn () => $store->putOffExpiration($key, 300.0));
            check("nothing to put off: $said", 'NULL' !== $said);
            check('saved again', eventually(fn () => 'NULL' === outcome(fn () => $store->save($key))));
        }
        check('the delete() is on its way', $late > 0);
        arrives('the delete()', $proxy);
        same('held', true, $direct->exists($key));
        check('by nobody else', 'NULL' !== outcome(fn () => $direct->save(new Key($resource))));
        $store->delete($key);
    }
    $proxy->stop();
}, 13);
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: PdoStore, mysql
ok: PdoStore, pgsql
ok: CombinedStore
ok: RetryTillSaveStore
