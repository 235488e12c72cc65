--TEST--
ZookeeperStore in a quorum: a release that waits for its turn has not reached a server, and connects meanwhile
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper server', 'redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$server = new OwnZookeeper();
$redis = new OwnRedis();
/** That one and two others. */
$quorum = fn (ZookeeperStore $member) => new CombinedStore(
    [$member, new RedisStore($redis->dsn().'/1'), new RedisStore($redis->dsn().'/2')],
    new ConsensusStrategy(),
);
/** Runs $f in a child, which is told where to write. Returns the process, and where to read. */
$fork = function (callable $f): array {
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$pid = pcntl_fork()) {
        $f($theirs);
        posix_kill(getmypid(), SIGKILL);
    }

    return [$pid, $mine];
};

group('a server that is gone is not waited for', function () use ($server, $quorum, $fork) {
    $proxy = new ZookeeperProxy($server->host);
    $shared = new ZookeeperStore("zookeeper://$proxy->host?timeout=1&read_timeout=4&session_timeout=30");
    // On a busy machine it takes more than one attempt to connect in that time.
    check('connected', eventually(fn () => 'NULL' === outcome(fn () => $shared->save(new Key(unique())))));
    $key = new Key(unique());
    $proxy->blackhole();
    [$pid, $child] = $fork(function ($out) use ($shared, $quorum, $key) {
        $store = $quorum($shared);
        // That it is gone is found out here.
        outcome(fn () => $store->save(new Key(unique())));
        $took = seconds(fn () => outcome(fn () => $store->delete($key)));
        fwrite($out, sprintf("%.3f %.3f\n", $took, now()));
    });
    // This one has the turn as long as it awaits an answer.
    outcome(fn () => $shared->delete($key));
    $end = now();
    [$took, $ended] = sscanf((string) fgets($child), '%f %f');
    pcntl_waitpid($pid, $status);
    check('while the turn was another one\'s', $ended < $end, "$ended, $end");
    between('seconds', 0, 0.7, $took);
    $proxy->blackhole(false);
});

/** How many connections there are at the end of a turn that a related process without one awaits. */
$connections = function () use ($server, $quorum, $fork): int {
    $proxy = new ZookeeperProxy($server->host);
    $shared = new ZookeeperStore("zookeeper://$proxy->host?timeout=5&read_timeout=5");
    $shared->save($key = new Key($name = unique()));
    $seen = temporary_directory().'/seen';
    $proxy->holdNext('delete', 0.8, sprintf(
        'file_put_contents(%s, intdiv(count($pairs), 2));',
        var_export($seen, true),
    ));
    [$pid, $child] = $fork(function ($out) use ($proxy, $shared, $quorum, $key) {
        $awaited = eventually(fn () => str_contains($proxy->requests(), 'delete'));
        fwrite($out, ($awaited ? outcome(fn () => $quorum($shared)->delete($key)) : 'no DELETE')."\n");
    });
    $shared->delete($key);
    check('the child', "no DELETE\n" !== fgets($child));
    pcntl_waitpid($pid, $status);
    check('it is free', !in_array($name, $server->wire()->children(), true));

    return (int) file_get_contents($seen);
};

group('it connects while it waits', function () use ($connections) {
    // A busy machine may begin after the turn has ended.
    for ($i = 0; $i < 3 && 2 !== ($count = $connections()); ++$i) {
    }
    same('connections', 2, $count);
});
?>
--EXPECT--
ok: a server that is gone is not waited for
ok: it connects while it waits
