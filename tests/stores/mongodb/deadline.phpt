--TEST--
MongoDbStore: a bounded wait ends in time whatever the server does: one that stalls, one that accepts connections and says nothing, and one that does not even do that
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

const OPTIONS = ['gcProbability' => 0.0];

/** A bounded wait of 0.3 seconds; the time limits of the client are 5 seconds. */
function late(string $what, MongoDbStore $store): void
{
    $lock = new Lock(new Key(unique()), $store, 30.0, false);
    $start = now();
    $e = raises($what, LockAcquiringException::class, null, fn () => $lock->acquire(true, 0.3));
    between("$what: seconds", 0.2, 1.5, now() - $start);
    check("$what: the reason", str_contains(chain($e), 'no answer in time'), chain($e));
}

$proxy = new MongodbProxy();
group('a server that stalls', function () use ($proxy) {
    $store = new MongoDbStore($proxy->uri(), OPTIONS);
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    same(
        'it works',
        [true, false],
        [$lock->acquire(true, 0.3), (new Lock(new Key($name), $store))->acquire(true, 0.3)],
    );
    $lock->release();
    $proxy->silence();
    late('on a connection that there is', $store);
    late('on a new one', $store);
    $proxy->close();
    $proxy->open();
    same('it works again', [true, true], [$lock->acquire(true, 0.3), $lock->isAcquired()]);
    $lock->release();
});

group('a server that says nothing', function () {
    $silent = stream_socket_server('tcp://127.0.0.1:0');
    $host = stream_socket_get_name($silent, false);
    late('one', new MongoDbStore("mongodb://$host/a?collection=b", OPTIONS));
    late(
        'two',
        new MongoDbStore(
            "mongodb://$host,localhost:".parse_url("tcp://$host", PHP_URL_PORT)."/a?collection=b&replicaSet=x",
            OPTIONS,
        ),
    );
});

group('a client that was made in a hurry', function () use ($proxy) {
    $store = new MongoDbStore($proxy->uri(), OPTIONS);
    $lock = new Lock(new Key(unique()), $store, 30.0);
    same('acquired', true, $lock->acquire(true, 0.2));
    $commands = mongodb_commands(function () use ($lock) {
        $lock->isAcquired();
        $lock->release();
    });
    same('its next commands', 'find delete', $commands);
    // Without a deadline the client's own limits count.
    $short = new MongoDbStore($proxy->uri('&socketTimeoutMS=400&connectTimeoutMS=400'), OPTIONS);
    $lock = new Lock(new Key(unique()), $short, 30.0, false);
    $lock->acquire(true, 0.2);
    $proxy->silence();
    between(
        'seconds',
        0.35,
        4,
        seconds(
            fn () => raises(
                'no answer',
                Symfony\Component\Lock\Exception\LockStorageException::class,
                null,
                fn () => $lock->isAcquired(),
            ),
        ),
    );
});
$proxy->close();

group('no server', function () {
    $lock = new Lock(new Key(unique()), new MongoDbStore('mongodb://127.0.0.1:1/a?collection=b', OPTIONS));
    $e = raises('refused', LockAcquiringException::class, null, fn () => $lock->acquire());
    check('the reason', str_contains(chain($e), 'cannot connect to 127.0.0.1:1: Connection refused'), chain($e));
    $lock = new Lock(new Key(unique()), new MongoDbStore('mongodb://nowhere.invalid/a?collection=b', OPTIONS));
    $e = raises('no such host', LockAcquiringException::class, null, fn () => $lock->acquire());
    check('the reason', str_contains(chain($e), 'cannot connect to nowhere.invalid:27017: '), chain($e));
});
?>
--EXPECT--
ok: the proxy is open
ok: a server that stalls
ok: a server that says nothing
ok: a client that was made in a hurry
ok: no server
