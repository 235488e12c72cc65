--TEST--
CombinedStore: what an attempt of a wait has left behind on a member is no other owner: where its refusal decides, nobody knows at the end
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/side-by-side.inc';
require __DIR__.'/../../inc/late-requests.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

pcntl_async_signals(true);
$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
$direct = array_map(fn ($port) => new RedisStore("redis://127.0.0.1:$port"), $ports);
$at = fn (int ...$members) => ['REDIS_PORTS' => array_map(fn ($i) => "127.0.0.1:$ports[$i]", $members)];
$behind = fn () => array_map(
    fn ($port) => new RedisStore("redis://127.0.0.1:$port?timeout=0.8&read_timeout=0.8"),
    explode(',', getenv('SLOCK_TEST_REDIS_PORTS')),
);

/*
 * The first attempt is refused by the members 1 and 2. The member 0 has granted the lock, and never gets the release.
 * Then, after a moment, the member 2 is let go of, by default; the other one stays another owner's.
 */
$wait_once = function (Closure $acquire, Closure $later, float $ttl) use ($at, $behind, $direct, $ports): array {
    $slow = new FaultProxy($at(1, 2));
    $others = $behind();
    $proxy = new FaultProxy($at(0));
    $store = new CombinedStore([...$behind(), ...$others], new ConsensusStrategy());
    connects($store);
    $resource = unique();
    $owners = [1 => quiet_lock($direct[1], $resource), quiet_lock($direct[2], $resource)];
    same('others have two', [true, true], [$owners[1]->acquire(), $owners[2]->acquire()]);
    // Longer than it takes to keep the release, and shorter than it is waited for.
    $slow->does('delay 0.4');
    $meanwhile = Peer::start(function () use ($proxy, $slow, $ports, $resource) {
        $member = new Resp("tcp://127.0.0.1:$ports[0]");
        $granted = eventually(fn () => 1 === $member->call('EXISTS', $resource));
        $proxy->does('blackhole');
        usleep(50_000);
        $left = $granted && 1 === $member->call('EXISTS', $resource);
        // Until the answer to the release is not waited for any more: where the connection ends, it is sent again.
        usleep(1_450_000);
        $proxy->does('heal');
        $slow->does('delay 0.02');

        return $left;
    });
    pcntl_signal(SIGALRM, fn () => $later($owners, $resource));
    $took = seconds(function () use ($acquire, $store, $resource, $ttl, &$outcome) {
        pcntl_alarm(2);
        $outcome = outcome(fn () => $acquire($store, $resource, $ttl));
    });
    $left = $meanwhile->finish();
    $left && same('a lock is left', 'false', outcome(fn () => quiet_lock($direct[0], $resource)->acquire()));
    $proxy->stop();
    $slow->stop();

    return [$outcome, $took, $left];
};
$wait = function (Closure $acquire, ?Closure $later = null, float $ttl = 30.0) use ($wait_once): array {
    $later ??= fn ($owners) => $owners[2]->release();
    // A busy machine may be too late to keep the release.
    for ($run = 0, $ended[2] = false; !$ended[2] && $run < 3; ++$run) {
        $ended = $wait_once($acquire, clone $later, $ttl);
    }
    same('the release never came', true, $ended[2]);

    return $ended;
};
$waiting = fn (float $timeout) => fn ($store, $resource, $ttl) => quiet_lock($store, $resource, $ttl)
    ->acquire(true, $timeout);
$retrying = fn (int $count, ?float $timeout) => fn ($store, $resource, $ttl) => quiet_lock(
    new RetryTillSaveStore($store, 100, $count),
    $resource,
    $ttl,
)->acquire(true, $timeout);
$unknown = function (array $ended) {
    [$outcome] = $ended;
    check(
        'nobody knows',
        str_starts_with($outcome, LockAcquiringException::class.': ')
        && str_contains($outcome, 'Quorum not met: 1 of 3 members stored the lock, 2 refused, of which 1 may have what '
            .'an earlier attempt of this wait has left there'),
        $outcome,
    );
};

group('acquire(true, timeout)', function () use ($wait, $unknown, $waiting) {
    $unknown($ended = $wait($waiting(3.0)));
    between('seconds until the end of the wait', 2.99, 3.6, $ended[1]);
});

group('a reader is not refused by what it has left', function () use ($wait) {
    [$outcome, $took] = $wait(
        fn ($store, $resource, $ttl) => quiet_lock($store, $resource, $ttl)->acquireRead(true, 5.0),
    );
    same('acquired', 'true', $outcome);
    between('seconds until another owner has let go, and it is noticed', 1.99, 3.0, $took);
});

group('RetryTillSaveStore in front of it', function () use ($wait, $unknown, $retrying) {
    $unknown($wait($retrying(25, null)));
    $unknown($wait($retrying(PHP_INT_MAX, 3.0)));
});

group('the others refuse, which is enough', function () use ($wait, $waiting) {
    same('false', 'false', $wait(
        $waiting(2.0),
        fn ($owners) => null,
    )[0]);
});

group('when what was left has ended, who refuses has the lock', function () use ($wait, $direct, $waiting) {
    same('false', 'false', $wait(
        $waiting(5.0),
        function ($owners, $resource) use ($direct) {
            static $alarms = 0;
            if (!$alarms++) {
                pcntl_alarm(2);
            } else {
                $third = quiet_lock($direct[0], $resource);
                check('its own', eventually(fn () => $third->acquire()));
                $owners[2]->release();
            }
        },
        2.5,
    )[0]);
});

group('who waits goes on waiting', function () use ($wait, $waiting) {
    [$outcome, $took] = $wait(
        $waiting(20.0),
        function ($owners) {
            static $alarms = 0;
            $owners[2 - $alarms++]->release();
            $alarms < 2 && pcntl_alarm(1);
        },
    );
    same('acquired', 'true', $outcome);
    between('seconds until another owner has let go, and it is noticed', 2.99, 4.0, $took);
});

group('the deadline passes while an attempt is undone, of which nobody knows', function () {
    $held = new SlowRedis('held');
    $slow = new SlowRedis('works', 0.2);
    $gone = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($gone, false);
    fclose($gone);
    $store = new CombinedStore(
        [new RedisStore($held->dsn(5)), new RedisStore("redis://$address"), new RedisStore($slow->dsn(5))],
        new ConsensusStrategy(),
    );
    $outcome = outcome(fn () => quiet_lock($store, 'r', 30.0)->acquire(true, 0.3));
    check('not false', str_contains($outcome, ': 1 of 3 members stored the lock, 1 refused, 1 failed'), $outcome);
    $held->stop();
    $slow->stop();
});
?>
--EXPECT--
ok: acquire(true, timeout)
ok: a reader is not refused by what it has left
ok: RetryTillSaveStore in front of it
ok: the others refuse, which is enough
ok: when what was left has ended, who refuses has the lock
ok: who waits goes on waiting
ok: the deadline passes while an attempt is undone, of which nobody knows
