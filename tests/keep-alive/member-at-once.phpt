--TEST--
A thread renews a lock of one member of a quorum: that member is asked together with the others all the same
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
$members = array_map(fn ($server) => new RedisStore($server->dsn().'?timeout=3&read_timeout=3'), $servers);
$quorum = new CombinedStore($members, new ConsensusStrategy());
$alone = new Lock($own = new Key(unique()), $members[0], 60);
$lock = new Lock($key = new Key(unique()), $quorum, 60);
// All connections are open.
same('acquired', [true, null, true], [$lock->acquire(), $lock->release(), $alone->acquire()]);
$keep = new KeepAlive($alone);

group('while it stands still', function () use ($servers, $lock) {
    $servers[0]->signal(SIGSTOP);
    between('acquire: seconds', 0, 1.5, seconds(fn () => same('acquired', true, $lock->acquire())));
    between('isAcquired: seconds', 0, 1.5, seconds(fn () => same('held', true, $lock->isAcquired())));
    between('refresh: seconds', 0, 1.5, seconds(fn () => $lock->refresh()));
    $servers[0]->signal(SIGCONT);
    same('released', [null, false], [$lock->release(), $lock->isAcquired()]);
});
group('the lock that is kept', function () use ($servers, $quorum, $alone, $own, $keep) {
    same('it is there', [true, false], [$alone->isAcquired(), $keep->isLost()]);
    $same = new Lock($own, $quorum, 60, false);
    same('the quorum may have it, too', true, $same->acquire());
    $servers[0]->signal(SIGSTOP);
    between('isAcquired: seconds', 0, 1.5, seconds(fn () => same('held', true, $same->isAcquired())));
    // In one piece, of which the thread is told.
    between('refresh: seconds', 2.5, 6, seconds(fn () => $same->refresh()));
    $servers[0]->signal(SIGCONT);
    same('as ever', [true, false], [$alone->isAcquired(), $keep->isLost()]);
    $keep->stop();
    same('and let go of it', [null, false], [$same->release(), $alone->isAcquired()]);
});
group('when nothing is kept any more', function () use ($servers, $lock) {
    same('acquired', true, $lock->acquire());
    $servers[0]->signal(SIGSTOP);
    between('isAcquired: seconds', 0, 1.5, seconds(fn () => same('held', true, $lock->isAcquired())));
    $servers[0]->signal(SIGCONT);
    $lock->release();
});
?>
--EXPECT--
ok: acquired
ok: while it stands still
ok: the lock that is kept
ok: when nothing is kept any more
