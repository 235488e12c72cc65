--TEST--
ZookeeperStore through a \Zookeeper object of the parent: a forked child asks it nothing, which would never return, and says so
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

declare_zookeeper();
$client = new Zookeeper($hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'));
$store = new ZookeeperStore($client);
$lock = new Lock($key = new Key($name = unique()), $store);
same('acquired', true, $lock->acquire());

/** What $f returns in a child, as text; null when it has not ended in ten seconds. */
function in_bounded_child(callable $f): ?string
{
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$pid = pcntl_fork()) {
        fwrite($theirs, outcome($f));
        fclose($theirs);
        posix_kill(getmypid(), SIGKILL);
    }
    fclose($theirs);
    $ended = eventually(fn () => pcntl_waitpid($pid, $status, WNOHANG) === $pid, 10);
    if (!$ended) {
        posix_kill($pid, SIGKILL);
        pcntl_waitpid($pid, $status);
    }

    return $ended ? stream_get_contents($mine) : null;
}
$refused = function (string $what, callable $f): void {
    $said = in_bounded_child($f);
    $expected = 'Zookeeper object belongs to the process that has forked';
    check($what, str_contains((string) $said, $expected), $said ?? 'never');
};

group('an automatic release', function () use ($refused, &$lock) {
    $refused('a warning', function () use (&$lock) {
        set_error_handler(function (int $level, string $message) use (&$said) {
            $said = $message;

            return true;
        });
        $lock = null;

        return strstr((string) $said, 'The Zookeeper'); // texts are cut
    });
});
group('methods of a lock', function () use ($refused, $lock, $store) {
    $refused('isAcquired()', fn () => $lock->isAcquired());
    $refused('release()', fn () => $lock->release());
    $refused('acquire()', fn () => (new Lock(new Key(unique()), $store))->acquire());
});
group('another store', fn () => $refused('acquire()', function () use ($client) {
    return (new Lock(new Key(unique()), new ZookeeperStore($client)))->acquire();
}));
group('a release that has failed', function () use ($store, $key, $client) {
    same('nothing is asked later', '0', in_bounded_child(function () use ($store, $key, $client) {
        $client->calls = [];
        outcome(fn () => $store->delete($key));
        outcome(fn () => $store->delete($key));

        return count($client->calls);
    }));
});
group('an object of its own', function () use ($hosts, $name, $key) {
    same('and a lock', '[true, true, false]', in_bounded_child(function () use ($hosts, $name) {
        $store = new ZookeeperStore(new Zookeeper($hosts));
        $own = new Lock(new Key(unique()), $store);

        return [$own->acquire(), $own->isAcquired(), (new Lock(new Key($name), $store))->acquire()];
    }));
    same('the lock of the parent', '[true, false, true, NULL, false]', in_bounded_child(function () use ($hosts, $key) {
        $lock = new Lock($key, $store = new ZookeeperStore(new Zookeeper($hosts)));

        return [
            $store->exists($key),
            'NULL' === outcome(fn () => $store->save($key)),
            $store->exists($key),
            $store->delete($key),
            $lock->isAcquired(),
        ];
    }));
});
group('a lock that relatives pass on', function () use ($hosts) {
    ($client = new Zookeeper($hosts))->connect($hosts);
    // A server counts its sessions up: the next eight look like this one.
    while ((float) ($session = $client->getClientId()[0]) !== (float) ($session + 8)) {
        $client->connect($hosts);
    }
    $lock = new Lock($key = new Key($name = unique()), new ZookeeperStore($client), 30.0, false);
    same('acquired', true, $lock->acquire());
    $token = $client->get("/$name");
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$pid = pcntl_fork()) {
        fgets($theirs);
        ($own = new Zookeeper($hosts))->connect($hosts);
        $acquired = (new Lock($key, new ZookeeperStore($own), 30.0, false))->acquire();
        $alike = (float) $own->getClientId()[0] === (float) $session;
        fwrite($theirs, json_encode([$alike, $acquired, $own->get("/$name") === $token])."\n");
        sleep(60);
    }
    $lock->release();
    fwrite($mine, "\n");
    same('by a session that looks alike, and with the same token', '[true,true,true]', trim((string) fgets($mine)));
    same('the child has it', [false, false], [$lock->isAcquired(), $lock->acquire()]);
    posix_kill($pid, SIGKILL);
    pcntl_waitpid($pid, $status);
    $client->delete("/$name");
    $client->disconnect_before();
});
group('the parent', function () use (&$lock) {
    same('finds out', false, $lock->isAcquired());
    same('goes on', [true, true, null, false], [
        $lock->acquire(), $lock->isAcquired(), $lock->release(), $lock->isAcquired(),
    ]);
});
?>
--EXPECT--
ok: acquired
ok: an automatic release
ok: methods of a lock
ok: another store
ok: a release that has failed
ok: an object of its own
ok: a lock that relatives pass on
ok: the parent
