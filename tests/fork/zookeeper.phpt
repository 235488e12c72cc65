--TEST--
ZookeeperStore and fork: either process releases, the other finds out, and no session or descriptor is shared
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/forks.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

// Sockets and eventfds, but for those that this process was started with.
$list = fn (): array => array_values(array_filter(
    array_map(fn ($fd) => (string) @readlink($fd), glob('/proc/self/fd/*')),
    fn ($to) => str_starts_with($to, 'socket:') || str_contains($to, 'eventfd'),
));
$inherited = $list();
$sockets = fn (): array => array_values(array_diff(
    $list(),
    array_filter($inherited, fn ($to) => str_starts_with($to, 'socket:')),
));
$server = new OwnZookeeper();
$store = new ZookeeperStore($server->dsn());
$two = function () use ($store) {
    $lock = new Lock(new Key($name = unique()), $store);
    $lock->acquire();

    return [$lock, new Lock(new Key($name), $store)];
};

group('a child that releases', function () use ($two) {
    [$lock, $other] = $two();
    same(
        'in the child',
        '[true, NULL, false]',
        in_child(fn () => [$lock->isAcquired(), $lock->release(), $lock->isAcquired()]),
    );
    same('the parent finds out', [false, true], [$lock->isAcquired(), $other->acquire()]);
});
group('a child that lets go by its end', function () use ($two) {
    [$lock, $other] = $two();
    if (!pcntl_fork()) {
        unset($lock);
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
    same('the parent finds out', [false, true], [$lock->isAcquired(), $other->acquire()]);
});
group('slock.fork_release = 0', function () use ($two) {
    [$lock, $other] = $two();
    ini_set('slock.fork_release', '0');
    if (!pcntl_fork()) {
        unset($lock);
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
    ini_set('slock.fork_release', '1');
    same('the parent keeps it', [true, false], [$lock->isAcquired(), $other->acquire()]);
});
group('sessions and descriptors', function () use ($two, $server, $sockets, $store) {
    [$lock] = $two();
    $mine = $sockets();
    [$session] = array_keys($server->packets());
    same('an idle child says nothing', 0, $server->packetsDuring(fn () => in_child(fn () => null)));
    same('nor one that drops the store', 0, $server->packetsDuring(fn () => in_child(function () use (&$lock, &$store) {
        ini_set('slock.fork_release', '0');
        $lock = $store = null;
    })));
    [$own, $shared] = explode(' ', trim(in_child(function () use ($lock, $server, $session, $sockets, $mine) {
        $lock->isAcquired();

        return count($server->packets()).' '.count(array_intersect(
            $mine,
            array_filter($sockets(), fn ($to) => str_starts_with($to, 'socket:')),
        ));
    }), '"'));
    same('the child has a session of its own', '2', $own);
    same('and has closed its copy of the socket', '0', $shared);
    same('the parent goes on', [true, $mine], [$lock->isAcquired(), $sockets()]);
    check('in its session', isset($server->packets()[$session]));
});
group('both at once', function () use ($store) {
    $pid = pcntl_fork();
    $wrong = 0;
    $own = new Key(unique());
    for ($i = 0; $i < 100; ++$i) {
        $store->save($own);
        $wrong += !$store->exists($own);
        $store->delete($own);
        $wrong += $store->exists($own);
    }
    if (!$pid) {
        // Without the destructors of what is the parent's.
        posix_kill(getmypid(), $wrong ? SIGTERM : SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    same('the answers are their own', [0, SIGKILL], [$wrong, pcntl_wtermsig($status)]);
});
group('both release', function () use ($server) {
    // The first DELETE is kept back. Nobody else may delete the node meanwhile: the next owner's would look the same to
    // it.
    $proxy = new ZookeeperProxy($server->host);
    $store = new ZookeeperStore("zookeeper://$proxy->host?timeout=5&read_timeout=5");
    $lock = new Lock(new Key($name = unique()), $store);
    $lock->acquire();
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$pid = pcntl_fork()) {
        fwrite($theirs, $lock->isAcquired() ? "yes\n" : "no\n");
        fgets($theirs);
        $lock->release();
        fwrite($theirs, "released\n");
        posix_kill(getmypid(), SIGKILL);
    }
    same('the child has it', "yes\n", fgets($mine));
    $seen = temporary_directory().'/seen';
    $proxy->holdNext(
        'delete',
        0.15,
        sprintf(
            'global $next; $next = new ZookeeperWire(%s); try { $next->create(%s, "next"); $how = "gone"; } '
                .'catch (ZookeeperWireError) { $how = "there"; } file_put_contents(%s, $how);',
            var_export($server->host, true),
            var_export("/$name", true),
            var_export($seen, true),
        ),
    );
    fwrite($mine, "go\n");
    $lock->release();
    same('and releases it', "released\n", fgets($mine));
    pcntl_waitpid($pid, $status);
    same('the node, when one was about to delete it', 'there', file_get_contents($seen));
    check('it is free', !in_array($name, $server->wire()->children(), true));
});
group('exec', function () use ($two, $inherited, $sockets) {
    [$lock] = $two();
    exec('ls -l /proc/self/fd', $lines);
    check('there are descriptors', count($sockets()) >= 3);
    preg_match_all('/socket:\S+|\S*eventfd\S*/', implode("\n", $lines), $survivors);
    same('none survives it', [], array_values(array_diff($survivors[0], $inherited)));
    same('held', true, $lock->isAcquired());
});
?>
--EXPECT--
ok: a child that releases
ok: a child that lets go by its end
ok: slock.fork_release = 0
ok: sessions and descriptors
ok: both at once
ok: both release
ok: exec
