--TEST--
ZookeeperStore: whatever goes wrong is an exception with the servers and the reason, and never a password or a conflict
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

const SECRET = 'pa55word';

function fails(string $what, string $dsn, string $reason, array $not = []): void
{
    $store = new ZookeeperStore($dsn);
    $calls = [
        'acquire' => [LockAcquiringException::class, fn ($lock) => $lock->acquire()],
        'acquire(true)' => [LockAcquiringException::class, fn ($lock) => $lock->acquire(true)],
        'acquire(true, 0.1)' => [LockAcquiringException::class, fn ($lock) => $lock->acquire(true, 0.1)],
        'acquireRead' => [LockAcquiringException::class, fn ($lock) => $lock->acquireRead()],
        'isAcquired' => [LockStorageException::class, fn ($lock) => $lock->isAcquired()],
        'release' => [LockReleasingException::class, fn ($lock) => $lock->release()],
    ];
    foreach (array_diff_key($calls, array_flip($not)) as $call => [$class, $f]) {
        $lock = new Lock(new Key(unique()), $store, 30.0, false);
        try {
            check("$what: $call", false, 'no exception but '.show($f($lock)));
        } catch (Throwable $e) {
            $inner = $e;
            while (!$inner instanceof LockStorageException && $inner->getPrevious()) {
                $inner = $inner->getPrevious();
            }
            check("$what: $call", $class === $e::class && str_contains($inner->getMessage(), $reason), chain($e));
            check("$what: $call tells no secret", !str_contains((string) $e, SECRET));
        }
    }
}

$silent = stream_socket_server('tcp://127.0.0.1:0');
$silentHost = stream_socket_get_name($silent, false);

group(
    'no such host',
    fn () => fails('host', 'zookeeper://user:'.SECRET.'@nowhere.invalid', 'ZooKeeper at nowhere.invalid:2181: '),
);
group(
    'no server',
    fn () => fails(
        'port',
        'zookeeper://user:'.SECRET.'@127.0.0.1:1,127.0.0.1:2',
        'ZooKeeper at 127.0.0.1:1,127.0.0.1:2: cannot connect: Connection refused',
    ),
);
// The outage is waited for once, and not by each call again.
group(
    'a silent server',
    fn () => between(
        'seconds',
        0.2,
        2,
        seconds(
            fn () => fails(
                'silent',
                "zookeeper://$silentHost?timeout=0.2",
                "ZooKeeper at $silentHost: no connection within 0.2 seconds",
            ),
        ),
    ),
);

$server = new OwnZookeeper();
group('no permission', function () use ($server) {
    $wire = $server->wire();
    $wire->create('/private', '', 0, [31, 'digest', 'user:'.base64_encode(sha1('user:'.SECRET, true))]);
    fails(
        'none',
        $server->dsn('?chroot=/private'),
        "ZooKeeper at $server->host: not authenticated",
        ['isAcquired', 'release'],
    );
    $dsn = "zookeeper://user:wrong@$server->host?chroot=/private";
    fails('wrong password', $dsn, "ZooKeeper at $server->host: not authenticated", ['isAcquired', 'release']);
    $lock = new Lock(new Key('x'), new ZookeeperStore('zookeeper://user:'.SECRET."@$server->host?chroot=/private"));
    same('the right one', [true, true, null], [$lock->acquire(), $lock->isAcquired(), $lock->release()]);
});
group(
    'no chroot',
    fn () => fails(
        'chroot',
        $server->dsn('?chroot=/none/such'),
        "ZooKeeper at $server->host: no node",
        ['isAcquired', 'release'],
    ),
);

group('a server that goes and comes', function () use ($server) {
    $store = new ZookeeperStore($server->dsn('?timeout=0.5&read_timeout=1'));
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $lock->acquire();
    $server->stop();
    $start = now();
    raises(
        'isAcquired',
        LockStorageException::class,
        "ZooKeeper at $server->host: no connection within 0.5 seconds: ",
        fn () => $lock->isAcquired(),
    );
    between('seconds of the first call', 0.3, 2, now() - $start);
    between(
        'seconds of the second, which does not wait again',
        0,
        0.3,
        seconds(fn () => raises('release', LockReleasingException::class, null, fn () => $lock->release())),
    );
    raises(
        'acquire',
        LockAcquiringException::class,
        null,
        fn () => (new Lock(new Key(unique()), $store, 30.0, false))->acquire(),
    );
    raises(
        'acquire(true)',
        LockAcquiringException::class,
        null,
        fn () => (new Lock(new Key(unique()), $store, 30.0, false))->acquire(true),
    );
    $server->start();
    check('it works again', eventually(function () use ($store, &$lock) {
        try {
            return $lock->isAcquired();
        } catch (LockStorageException) {
            return false;
        }
    }, 5));
    same(
        'the session and its lock have survived',
        [true, false],
        [$lock->isAcquired(), (new Lock(new Key($name), $store))->acquire()],
    );
    $lock->release();
    same('released', false, $lock->isAcquired());
});

group('a server that stops answering', function () use ($server) {
    $store = new ZookeeperStore($server->dsn('?read_timeout=0.3'));
    $lock = new Lock($key = new Key($name = unique()), $store, 30.0, false);
    $lock->isAcquired();
    $server->signal(SIGSTOP);
    $start = now();
    try {
        raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
        raises(
            'isAcquired',
            LockStorageException::class,
            "ZooKeeper at $server->host: no answer within 0.3 seconds",
            fn () => $lock->isAcquired(),
        );
    } finally {
        $server->signal(SIGCONT);
    }
    between('seconds', 0.5, 2, now() - $start);
    // The request to create the node has arrived all the same.
    $wire = $server->wire();
    check(
        'nothing is left behind',
        eventually(fn () => !in_array($name, $wire->children(), true) && !$lock->isAcquired(), 3),
    );
    same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    usleep(100_000);
    same('and kept', true, $lock->isAcquired());
});

group('the destructor', function () use ($server) {
    $lock = new Lock(new Key(unique()), new ZookeeperStore($server->dsn('?timeout=0.2')), 30.0);
    $lock->acquire();
    $server->stop();
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings) {
        $warnings[] = $message;

        return true;
    });
    unset($lock);
    restore_error_handler();
    check(
        'one warning',
        1 === count($warnings) && str_contains($warnings[0], "ZooKeeper at $server->host"),
        show($warnings),
    );
});
?>
--EXPECT--
ok: no such host
ok: no server
ok: a silent server
ok: no permission
ok: no chroot
ok: a server that goes and comes
ok: a server that stops answering
ok: the destructor
