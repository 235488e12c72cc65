--TEST--
MongoDbStore: what goes wrong at the server or on the way is a storage error that names the server, never the password
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

const OFF = ['gcProbability' => 0];
function failed(string $what, callable $f, string $text): void
{
    $got = outcome($f);
    check(
        "$what: the class",
        str_starts_with($got, LockStorageException::class)
            || str_starts_with($got, 'Symfony\Component\Lock\Exception\LockAcquiringException'),
        $got,
    );
    check("$what: the text", str_contains($got, $text), $got);
    check("$what: no secret", !str_contains($got, 'secret'), $got);
}

group('no server', function () {
    $port = (string) free_port();
    $store = new MongoDbStore("mongodb://u:secret@127.0.0.1:$port/db?collection=c", OFF);
    $key = new Key(unique());
    failed('save', fn () => $store->save($key), "MongoDB at 127.0.0.1:$port: ");
    failed('exists', fn () => $store->exists($key), 'Connection refused');
    failed('delete', fn () => $store->delete($key), 'Connection refused');
    failed('put off', fn () => $store->putOffExpiration($key, 3), 'Connection refused');
    failed('the index', fn () => $store->createTtlIndex(), 'Connection refused');
    failed('acquire', fn () => (new Lock($key, $store))->acquire(), 'Connection refused');
    $store = new MongoDbStore('mongodb://u:secret@nosuch.host.invalid/db?collection=c', OFF);
    failed('the host', fn () => $store->save($key), 'MongoDB at nosuch.host.invalid:27017: ');
    $store = new MongoDbStore(
        "mongodb://u:secret@127.0.0.1:$port",
        OFF + ['database' => 'db', 'collection' => 'c', 'uriOptions' => ['password' => 'secret2']],
    );
    failed('by option', fn () => $store->save($key), 'Connection refused');
    $store = new MongoDbStore(
        new Manager("mongodb://u:secret@127.0.0.1:$port"),
        OFF + ['database' => 'db', 'collection' => 'c'],
    );
    failed('through a Manager', fn () => $store->save($key), 'connection refused');
    // The driver does not try again at once, and says so.
    failed('exists through a Manager', fn () => $store->exists($key), 'No servers yet eligible');
});

group('failures through a Manager leave no memory behind', function () {
    $store = new MongoDbStore(
        new Manager('mongodb://127.0.0.1:'.free_port()),
        OFF + ['database' => 'db', 'collection' => 'c'],
    );
    $key = new Key(unique());
    $used_after = function (int $failures) use ($store, $key): int {
        for ($i = 0; $i < $failures; ++$i) {
            $said = outcome(fn () => $store->exists($key));
            str_starts_with($said, LockStorageException::class) || check('it fails', false, $said);
        }

        return memory_get_usage();
    };
    $before = $used_after(10);
    between('bytes more', -INF, 5000, $used_after(100) - $before);
});

group('a password that the server does not take', function () {
    $store = new MongoDbStore(
        str_replace('mongodb://', 'mongodb://user:secret@', mongodb_server()).'/db?collection=c',
        OFF,
    );
    failed('save', fn () => $store->save(new Key(unique())), 'MongoDB at 127.0.0.1:');
});

group('a server that goes away and comes back', function () {
    $proxy = new MongodbProxy();
    $store = new MongoDbStore($proxy->uri(), OFF);
    $store->save($key = new Key(unique()));
    $proxy->close();
    failed('stopped', fn () => $store->exists($key), "MongoDB at 127.0.0.1:$proxy->port: ");
    $proxy->open();
    same('restarted, at once', true, $store->exists($key));
    $proxy->close();
    $proxy->open();
    same('restarted between two calls', true, $store->exists($key));
    $store->delete($key);
    same('gone', false, $store->exists($key));
    $proxy->close();
});

group('a server that does not answer', function () {
    $proxy = new MongodbProxy();
    $store = new MongoDbStore($proxy->uri('&socketTimeoutMS=300'), OFF);
    $store->save($key = new Key(unique()));
    $proxy->silence();
    between(
        'one timeout',
        0.28,
        2,
        seconds(fn () => failed('exists', fn () => $store->exists($key), 'socket error or timeout')),
    );
    ini_set('slock.connect_timeout', '0.4');
    ini_set('slock.command_timeout', '0.4');
    $store = new MongoDbStore($proxy->uri('&appname=other'), OFF);
    between(
        'connecting: seconds',
        0.38,
        3,
        seconds(fn () => failed('connecting', fn () => $store->exists($key), 'MongoDB at')),
    );
    $proxy->close();
});
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: no server
ok: failures through a Manager leave no memory behind
ok: a password that the server does not take
ok: a server that goes away and comes back
ok: a server that does not answer
