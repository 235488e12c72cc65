--TEST--
ZookeeperStore: turns to release, however DSNs spell the servers; the other members of a quorum do not wait for them
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$server = new OwnZookeeper();

group('parent and child with a store each', function () use ($server) {
    // The first DELETE is kept back. Nobody else may delete the node meanwhile: the next owner's would look the same to
    // it. The second server of both DSNs is not there.
    $proxy = new ZookeeperProxy($server->host);
    $port = free_port();
    $store = new ZookeeperStore("zookeeper://$proxy->host,localhost:$port?timeout=5&read_timeout=5");
    $lock = new Lock($key = new Key($name = unique()), $store);
    $lock->acquire();
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$pid = pcntl_fork()) {
        $store = new ZookeeperStore("zookeeper://LOCALHOST:$port,$proxy->host?timeout=5&read_timeout=5");
        fwrite($theirs, $store->exists($key) ? "yes\n" : "no\n");
        fgets($theirs);
        $store->delete($key);
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

/** How long it takes until the second of two members is asked to release while a child has the turn at the first. */
function until_asked(OwnZookeeper $server): float
{
    $first = new ZookeeperProxy($server->host);
    $second = new ZookeeperProxy($server->host);
    $shared = new ZookeeperStore("zookeeper://$first->host?timeout=5&read_timeout=5");
    $lock = new Lock($key = new Key($name = unique()), new CombinedStore([
        $shared,
        new ZookeeperStore("zookeeper://$second->host?timeout=5&read_timeout=5&chroot=/second"),
    ], new UnanimousStrategy()));
    same('acquired', true, $lock->acquire());
    $first->holdNext('delete', 1.5, '');
    $second->holdNext('delete', 0.0, sprintf(
        'file_put_contents(%s, now());',
        var_export($seen = temporary_directory().'/seen', true),
    ));
    if (!$pid = pcntl_fork()) {
        $shared->delete($key);
        posix_kill(getmypid(), SIGKILL);
    }
    check('the child is about to delete', eventually(fn () => str_contains($first->requests(), 'delete')));
    $start = now();
    $lock->release();
    pcntl_waitpid($pid, $status);
    $left = [...$server->wire()->children(), ...$server->wire()->children('/second')];
    check('it is free', !in_array($name, $left, true));

    return (float) file_get_contents($seen) - $start;
}

group('a member whose turn it is not holds up no other one', function () use ($server) {
    $server->wire()->create('/second', '', 0);
    // A release waits a second for its turn. Names share turns: the second member may wait for the same one.
    for ($i = 0; $i < 3 && ($took = until_asked($server)) > 0.5; ++$i) {
    }
    between('seconds until the other one is asked', 0, 0.7, $took);
});
?>
--EXPECT--
ok: parent and child with a store each
ok: a member whose turn it is not holds up no other one
