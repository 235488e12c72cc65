--TEST--
A release that was not answered, and the network is there again: the same Lock is not kept out by what it left behind
--EXTENSIONS--
pcntl
posix
--INI--
slock.connect_timeout=0.5
slock.command_timeout=0.5
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/fault-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
$direct = fn (int $i) => new RedisStore("redis://127.0.0.1:{$ports[$i]}");
$proxy = new FaultProxy(['REDIS_PORTS' => array_map(fn ($port) => "127.0.0.1:$port", $ports)]);
$through = fn () => new RedisStore('redis://127.0.0.1:'.explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))[2]);
$lock = fn ($store) => new Lock(new Key(unique()), $store, 300.0, false);
$failed = fn (string $outcome) => !in_array($outcome, ['true', 'false', 'NULL'], true);

group('a quorum of all members, one of which was away', function () use ($proxy, $through, $lock, $failed, $direct) {
    $both = $lock(new CombinedStore([$direct(0), $through()], new UnanimousStrategy()));
    same('acquired', true, $both->acquire());
    $proxy->does('blackhole');
    outcome(fn () => $both->release());
    check('not without that member', $failed(outcome(fn () => $both->acquire())));
    check('nor the next time', $failed(outcome(fn () => $both->acquire())));
    $proxy->does('heal');
    check('again', eventually(fn () => 'true' === outcome(fn () => $both->acquire()), 5));
    same('and released', [null, false], [$both->release(), $both->isAcquired()]);
    $proxy->does('pass');
});

group('an acquisition without an answer, and a release that does not arrive', function () use (
    $proxy, $through, $lock, $failed,
) {
    $one = $lock($through());
    $one->acquire();
    $one->release();
    $proxy->does('stall');
    check('acquired, perhaps', $failed(outcome(fn () => $one->acquire())));
    $proxy->does('blackhole');
    check('released, perhaps', $failed(outcome(fn () => $one->release())));
    $proxy->does('heal');
    check('again', eventually(fn () => 'true' === outcome(fn () => $one->acquire()), 5));
    $one->release();
    $proxy->does('pass');
});
foreach ([ConsensusStrategy::class, TwoOfThree::class] as $strategy) {
    group("two of three, and the third does not answer: $strategy", function () use (
        $proxy, $through, $lock, $direct, $strategy,
    ) {
        $two = $lock(new CombinedStore([$direct(0), $direct(1), $through()], new $strategy()));
        same('acquired', [true, null], [$two->acquire(), $two->release()]);
        $proxy->does('blackhole');
        for ($i = 1; $i <= 3; ++$i) {
            same("acquired $i", ['true', 'true', 'NULL'], [
                outcome(fn () => $two->acquire()),
                outcome(fn () => $two->isAcquired()),
                outcome(fn () => $two->release()),
            ]);
        }
        $proxy->does('heal');
        check('again', eventually(fn () => 'true' === outcome(fn () => $two->acquire()), 5));
        $two->release();
        $proxy->does('pass');
    });
}
$proxy->stop();

class TwoOfThree extends ConsensusStrategy
{
}

class WithoutStore extends RetryTillSaveStore
{
    public function __construct()
    {
    }
}
$none = new Lock(new Key('a'), new WithoutStore());
raises('a store that was not constructed', Error::class, null, fn () => $none->release());
raises('and is asked again', Error::class, null, fn () => $none->acquire());
?>
--EXPECT--
ok: a quorum of all members, one of which was away
ok: an acquisition without an answer, and a release that does not arrive
ok: two of three, and the third does not answer: Symfony\Component\Lock\Strategy\ConsensusStrategy
ok: two of three, and the third does not answer: TwoOfThree
ok: a store that was not constructed
ok: and is asked again
