--TEST--
ZookeeperStore and fork: a release() that ended in an exception is the business of the process that holds the lock, in its turn
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/forks.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$is_there = fn (string $name): bool => in_array($name, (new ZookeeperWire($hosts))->children(), true);
/** Stops the process, all its threads; false: one runs yet. */
$stop = function (int $process): bool {
    posix_kill($process, SIGSTOP);

    return eventually(fn () => !array_filter(
        glob("/proc/$process/task/*/stat"),
        fn ($stat) => !preg_match('~\) T ~', (string) file_get_contents($stat)),
    ));
};
/** A lock whose release has failed, its name and its store, and the way to the server, through which nothing comes. */
$fails = function (string $options) use ($hosts): array {
    $proxy = new ZookeeperProxy($hosts);
    $store = new ZookeeperStore("zookeeper://$proxy->host?$options");
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());
    $proxy->blackhole();
    raises('release', LockReleasingException::class, null, fn () => $lock->release());

    return [$lock, $name, $store, $proxy];
};

group('a child deletes nothing', function () use ($fails, $stop, $is_there) {
    [, $name, $store, $proxy] = $fails('timeout=10&read_timeout=0.5');
    $in_child = in_child(function () use ($name, $store, $proxy, $stop, $is_there) {
        $stopped = $stop($parent = posix_getppid());
        try {
            $proxy->blackhole(false);
            $answer = $store->exists(new Key(unique()));

            return [$stopped, $answer, str_contains($proxy->requests(), 'delete'), $is_there($name)];
        } finally {
            posix_kill($parent, SIGCONT);
        }
    });
    same('in the child', '[true, false, false, true]', $in_child);
    check('the parent does', eventually(fn () => !$is_there($name)));
});

group('while a child releases', function () use ($fails, $stop, $is_there) {
    [$lock, $name, $store, $proxy] = $fails('timeout=10&read_timeout=1');
    $seen = temporary_directory().'/seen';
    same('in the child', '[true, NULL]', in_child(function () use ($lock, $proxy, $stop, $seen) {
        $stopped = $stop($parent = posix_getppid());
        $proxy->blackhole(false);
        // Between its question and its delete, the parent goes on.
        $proxy->holdNext('delete', 0.4, '');
        if (!pcntl_fork()) {
            eventually(fn () => str_contains($proxy->requests(), 'delete')) && touch($seen);
            posix_kill($parent, SIGCONT);
            posix_kill(getmypid(), SIGKILL);
        }

        return [$stopped, $lock->release()];
    }));
    check('the delete was on its way', file_exists($seen));
    same('it has gone', false, $is_there($name));
    for ($i = 0; $i < 6; ++$i) {
        $store->exists(new Key(unique()));
    }
    same('the parent has not deleted', false, str_contains($proxy->requests(), 'delete'));
});
?>
--EXPECT--
ok: a child deletes nothing
ok: while a child releases
