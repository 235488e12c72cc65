--TEST--
ZookeeperStore: heartbeats keep a session while PHP is busy; one that expired is replaced, and its locks are gone
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server', 'zookeeper ensemble'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$server = new OwnZookeeper();

group('stores with one DSN share a session', function () use ($server) {
    $stores = [
        new ZookeeperStore($server->dsn()),
        new ZookeeperStore($server->dsn()),
        new ZookeeperStore($server->dsn('?session_timeout=5')),
    ];
    foreach ($stores as $store) {
        $store->exists(new Key(unique()));
    }
    same('sessions', 2, count($server->packets()));
    unset($store, $stores);
    check('closed with the last store', eventually(fn () => [] === $server->packets(), 3));
});

group('PHP is busy', function () use ($server) {
    // Long enough for a heartbeat that a busy machine delays.
    $store = new ZookeeperStore($server->dsn('?session_timeout=3'));
    $lock = new Lock(new Key($name = unique()), $store);
    $lock->acquire();
    for ($end = now() + 4.5; now() < $end;) {
        sha1($name);
    }
    same('still held', [true, false], [$lock->isAcquired(), (new Lock(new Key($name), $store))->acquire()]);
});

/** Stops this process, heartbeats and all, for longer than the session lives. */
function sleep_through_the_session(): void
{
    $pid = getmypid();
    $start = now();
    $shell = proc_open(['sh', '-c', "sleep 0.1; kill -STOP $pid; sleep 2.5; kill -CONT $pid"], [], $pipes);
    while (now() - $start < 2.0) {
        usleep(10_000);
    }
    proc_close($shell);
}

group('the session expires', function () use ($server) {
    $store = new ZookeeperStore($server->dsn('?session_timeout=1'));
    $lock = new Lock(new Key($name = unique()), $store);
    $lock->acquire();
    $before = array_keys($server->packets());
    sleep_through_the_session();
    same('its lock is gone', false, $lock->isAcquired());
    check('it is a new session', array_keys($server->packets()) !== $before && 1 === count($server->packets()));
    $other = new Lock(new Key($name), $store);
    same('another one takes it', true, $other->acquire());
    same('not the first', [false, false], [$lock->acquire(), $lock->isAcquired()]);
    $lock->release();
    same('and is left alone', true, $other->isAcquired());
    $other->release();

    $lock->acquire();
    sleep_through_the_session();
    same('acquired again', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    sleep_through_the_session();
    $lock->release();
    same('released what was lost', [false, true], [$lock->isAcquired(), $other->acquire()]);
    sleep_through_the_session();
    unset($other);
});

group('the session expires while a lock is waited for', function () use ($server) {
    $store = new ZookeeperStore($server->dsn('?session_timeout=1'));
    $lock = new Lock(new Key($name = unique()), $store);
    $server->wire()->create('/'.$name, 'another owner', 0);
    $pid = getmypid();
    $shell = proc_open(['sh', '-c', "sleep 0.3; kill -STOP $pid; sleep 2.5; kill -CONT $pid"], [], $pipes);
    $later = Child::start(
        sprintf(
            'require %s; usleep(3_300_000); (new ZookeeperWire(%s))->delete("/".$argv[1]);',
            var_export(dirname(__DIR__, 2).'/inc/zookeeper.inc', true),
            var_export($server->host, true),
        ),
        'here',
        [],
        [],
        [$name],
    );
    same('acquired', [true, true], [$lock->acquire(true, 10), $lock->isAcquired()]);
    same('', '', $later->finish());
    proc_close($shell);
});

group('a member of the ensemble is lost', function () {
    $store = new ZookeeperStore('zookeeper://127.0.0.1:1,'.getenv('SLOCK_TEST_ZOOKEEPER_ENSEMBLE'));
    $lock = new Lock(new Key($name = unique()), $store);
    same('one of four is never there', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    foreach (explode(',', getenv('SLOCK_TEST_ZOOKEEPER_ENSEMBLE')) as $i => $host) {
        $other = new Lock(new Key($name), new ZookeeperStore("zookeeper://$host"));
        same("server $i knows", false, $other->acquire());
    }
});

?>
--EXPECT--
ok: stores with one DSN share a session
ok: PHP is busy
ok: the session expires
ok: the session expires while a lock is waited for
ok: a member of the ensemble is lost
