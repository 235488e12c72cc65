--TEST--
CombinedStore: what an attempt of a wait has left behind is no other owner, whichever members have it, also where several are of one class
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/quorum.inc';
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/late-requests.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** Refuses the first attempt, in which something happens; then something else does, and it says what it is told to. */
final class Refusing extends Member
{
    /** @var list<Closure> */
    public array $next = [];
    public string $then = 'ok';

    protected function answer(Key $key): void
    {
        if ($happens = array_shift($this->next)) {
            $happens();
            $this->answer = $this->next ? 'conflict' : $this->then;
        }
        parent::answer($key);
    }
}

$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));

/*
 * P: grants the lock to the first attempt, and never gets its release. O: another owner's all the time. M: refuses the
 * first attempt, and no other one.
 */
$ends_for = function (string $order) use ($ports): void {
    $resource = unique();
    $proxy = new FaultProxy(['REDIS_PORTS' => ["127.0.0.1:$ports[0]", "127.0.0.1:$ports[2]"]]);
    $through = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
    $members = [];
    foreach (str_split($order) as $kind) {
        $members[] = match ($kind) {
            'P' => new RedisStore('redis://127.0.0.1:'.array_shift($through).'?timeout=0.3&read_timeout=0.3'),
            'O' => new RedisStore("redis://127.0.0.1:$ports[1]"),
            'M' => new Refusing(),
        };
    }
    $behind = 2 - count($through);
    $servers = array_slice([$ports[0], $ports[2]], 0, $behind);
    $have = fn () => array_sum(array_map(
        fn ($port) => (new Resp("tcp://127.0.0.1:$port"))->call('EXISTS', $resource),
        $servers,
    ));
    $store = new CombinedStore($members, new ConsensusStrategy());
    connects($store);
    $other = quiet_lock(new RedisStore("redis://127.0.0.1:$ports[1]"), $resource);
    same('another owner has one', true, $other->acquire());
    foreach (array_filter($members, fn ($member) => $member instanceof Refusing) as $member) {
        $member->next = [
            function () use ($have, $behind, $proxy) {
                check('granted', eventually(fn () => $behind === $have()));
                $proxy->does('blackhole');
            },
            fn () => $proxy->does('heal'),
        ];
    }
    $outcome = outcome(fn () => quiet_lock($store, $resource)->acquire(true, 1.5));
    check(
        'nobody knows',
        str_starts_with($outcome, LockAcquiringException::class.': ')
        && str_contains($outcome, " refused, of which $behind may have what an earlier attempt of this wait has left"),
        $outcome,
    );
    same('locks are left', $behind, $have());
    $other->release();
    $proxy->stop();
};

foreach (['POM', 'OPM', 'MOP', 'OPPMM'] as $order) {
    group($order, fn () => $ends_for($order));
}

group('who waits asks all others beside a refusal that is doubted', function () use ($ports) {
    $resource = unique();
    $proxy = new FaultProxy(['REDIS_PORTS' => ["127.0.0.1:$ports[0]"]]);
    $through = getenv('SLOCK_TEST_REDIS_PORTS');
    $slow = new SlowRedis();
    $members = [
        new RedisStore("redis://127.0.0.1:$through?timeout=0.3&read_timeout=0.3"),
        $refusing = new Refusing(),
        new RedisStore($slow->dsn(5)),
    ];
    $store = new CombinedStore($members, new ConsensusStrategy());
    connects($store);
    $slow->now('held', 0.1);
    $refusing->then = 'fails';
    $refusing->next = [
        function () use ($ports, $resource, $proxy) {
            check('granted', eventually(
                fn () => (new Resp("tcp://127.0.0.1:$ports[0]"))->call('EXISTS', $resource),
            ));
            $proxy->does('blackhole');
        },
        fn () => $proxy->does('heal'),
        fn () => null,
    ];
    $outcome = '';
    between('to the end: seconds', 1.49, 2.5, seconds(function () use ($store, $resource, &$outcome) {
        $outcome = outcome(fn () => quiet_lock($store, $resource)->acquire(true, 1.5));
    }));
    check('nobody knows', str_contains($outcome, ' 2 refused, of which 1 may have what an earlier'), $outcome);
    $proxy->stop();
    $slow->stop();
});

group('what was not waited for is not doubted when the next request has been answered', function () {
    [$held, $slow] = [new SlowRedis(), new SlowRedis()];
    $refusing = new Refusing();
    $store = new CombinedStore(
        [new RedisStore($held->dsn(5)), $refusing, new RedisStore($slow->dsn(5))],
        new ConsensusStrategy(),
    );
    connects($store);
    $held->now('held');
    $slow->log();
    // The others' refusals are enough: it is left with the request and the release, which it carries out in time.
    $slow->now('held', 0.3);
    $refusing->then = 'fails';
    $refusing->next = [
        function () use ($slow) {
            $log = '';
            check('asked', eventually(fn () => str_contains($log .= $slow->log(), 'acquire')));
            $slow->now('held', 0.001);
        },
        fn () => null,
    ];
    $outcome = outcome(fn () => quiet_lock($store, unique())->acquire(true, 1.0));
    same('two of three have another owner', 'false', $outcome);
    $held->stop();
    $slow->stop();
});
?>
--EXPECT--
ok: POM
ok: OPM
ok: MOP
ok: OPPMM
ok: who waits asks all others beside a refusal that is doubted
ok: what was not waited for is not doubted when the next request has been answered
