--TEST--
CombinedStore: the token of a lock is the greatest of its members' tokens, and a quorum of them has seen it before anybody else does
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

use function Slock\fencing_token;

/** A member whose calls fail as planned, one after another; what there is no plan for works. */
final class Planned extends Redis
{
    public array $plan = [];
    public int $calls = 0;
    public string $lost = '';

    public function evalSha($sha, $args = [], $num_keys = 0): mixed
    {
        ++$this->calls;
        $outcome = array_shift($this->plan);
        if ('lost' === $outcome) {
            $this->del($this->lost);
        } elseif ('slow' === $outcome) {
            usleep(250_000);
        } elseif ('before' === $outcome) {
            throw new RedisException('not sent');
        }
        $answer = parent::evalSha($sha, $args, $num_keys);

        return 'after' === $outcome ? throw new RedisException('not answered') : $answer;
    }
}

$server = new OwnRedis();
$clients = [];
for ($db = 0; $db < 5; ++$db) {
    $clients[$db] = $client = new Planned();
    $client->connect('127.0.0.1', $server->port);
    $client->select($db);
}
/** A quorum of so many of them. */
$quorum = fn (int $count) => new CombinedStore(array_map(
    fn ($client) => new RedisStore($client, 300.0, ['fencing' => true]),
    array_slice($clients, 0, $count),
), new ConsensusStrategy());
/** Nothing is planned, nobody has the lock, and the members' last tokens are these. */
$begin = function (string $resource, array $last) use ($clients) {
    foreach ($last as $i => $token) {
        $clients[$i]->plan = [];
        $clients[$i]->calls = 0;
        $clients[$i]->del($resource);
        $clients[$i]->set("slock:{{$resource}}:fence", $token);
    }
};
const AHEAD = 4_000_000_000_000_000;

// The scripts, so that nothing is sent twice.
$begin('r', array_fill(0, 5, 1));
tokens($quorum(5), 'r', 2);

group('every way of three owners over three members', function () use ($clients, $quorum, $begin) {
    $majorities = [[0, 1], [0, 2], [1, 2], [0, 1, 2]];
    $orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    $store = $quorum(3);
    $wrong = [];
    foreach ($orders as $order) {
        for ($way = 0; $way < 64; ++$way) {
            $begin('r', array_map(fn ($place) => AHEAD + 1000 * $place, $order));
            $tokens = $asked = [];
            foreach ([$way & 3, $way >> 2 & 3, $way >> 4] as $majority) {
                foreach ([0, 1, 2] as $member) {
                    $clients[$member]->plan = in_array($member, $majorities[$majority], true) ? [] : ['before'];
                }
                $lock = owner($store, 'r');
                $lock->acquire();
                $tokens[] = fencing_token($lock);
                $lock->release();
            }
            if (!($tokens[0] > AHEAD && $tokens[0] < $tokens[1] && $tokens[1] < $tokens[2])) {
                $wrong[] = [$order, $way, $tokens];
            }
        }
    }
    same('of 384', [], $wrong ? [count($wrong), $wrong[0]] : []);
});

group('members that fail at random', function () use ($clients, $quorum, $begin) {
    mt_srand($seed = (int) (getenv('SLOCK_TEST_SEED') ?: random_int(1, 1 << 30)));
    $outcomes = ['before', 'after', 'lost'];
    foreach ([3, 4, 5] as $count) {
        $store = $quorum($count);
        $begin('r', array_map(fn () => AHEAD + mt_rand(0, 5000), range(1, $count)));
        $last = $got = 0;
        for ($i = 0; $i < 700; ++$i) {
            foreach (array_slice($clients, 0, $count) as $client) {
                $client->lost = 'r';
                $client->plan = array_map(
                    fn () => mt_rand(0, 4) ? 'works' : $outcomes[mt_rand(0, 2)],
                    [1, 2, 3],
                );
                if (0 === mt_rand(0, 9)) {
                    // Somebody else's tokens: readers, or owners that did not get a quorum.
                    $client->incrBy('slock:{r}:fence', mt_rand(1, 3000));
                }
            }
            $lock = owner($store, 'r');
            try {
                $acquired = $lock->acquire();
            } catch (LockAcquiringException) {
                $acquired = false;
            }
            if ($acquired) {
                ++$got;
                $token = fencing_token($lock);
                if ($token <= $last) {
                    check("seed $seed, $count members: greater than $last", false, (string) $token);

                    return;
                }
                $last = $token;
            }
            foreach (array_slice($clients, 0, $count) as $client) {
                $client->plan = [];
                $client->del('r');
            }
        }
        check("$count members: some were acquired, some were not", $got > 100 && $got < 690, (string) $got);
    }
});

group('a token that no quorum has seen is not given to anybody', function () use ($clients, $quorum, $begin) {
    foreach (['before', 'after'] as $how) {
        $begin('r', [AHEAD, AHEAD + 10, AHEAD + 20]);
        $clients[0]->plan = $clients[1]->plan = ['works', $how];
        $lock = owner($quorum(3), 'r');
        $e = raises("$how: refused", LockAcquiringException::class, null, fn () => $lock->acquire());
        $said = $e->getPrevious()->getMessage();
        check("$how: says why", str_contains($said, 'raised the fencing token'), $said);
        same("$how: no token", null, fencing_token($lock));
        same("$how: given back", [0, 0, 0], array_map(fn ($i) => $clients[$i]->exists('r'), [0, 1, 2]));
    }
    // One of them is enough beside the one that it is of.
    $begin('r', [AHEAD, AHEAD + 10, AHEAD + 20]);
    $clients[1]->plan = ['works', 'before'];
    same('a quorum', [AHEAD + 21], tokens($quorum(3), 'r', 1));
    same('is told', [AHEAD + 21, AHEAD + 11, AHEAD + 21], array_map(
        fn ($i) => (int) $clients[$i]->get('slock:{r}:fence'),
        [0, 1, 2],
    ));
    $left = $clients[0]->pttl('slock:{r}:fence') / 1000;
    between('until the clock is there', AHEAD / 1e6 - time() + 100_000, AHEAD / 1e6 - time() + 100_040, $left);

    $begin('r', [AHEAD, AHEAD + 10, AHEAD + 20]);
    foreach ([0, 1] as $i) {
        $clients[$i]->plan = ['works', 'lost'];
        $clients[$i]->lost = 'r';
    }
    $lock = owner($quorum(3), 'r');
    same('who has lost it by then', [false, null], [$lock->acquire(), fencing_token($lock)]);

    $begin('r', [AHEAD, AHEAD + 10, AHEAD + 20]);
    $clients[0]->plan = ['works', 'slow'];
    $lock = owner($quorum(3), 'r', 0.2);
    $e = raises('whose time is over by then', LockAcquiringException::class, null, fn () => $lock->acquire());
    same('is told so', LockExpiredException::class, $e->getPrevious()::class);
    same('and gets none', null, fencing_token($lock));
});

group('a round more, and only of those that are behind', function () use ($clients, $quorum, $begin, $server) {
    $begin('r', [AHEAD, AHEAD + 10, AHEAD + 20]);
    tokens($quorum(3), 'r', 1);
    same('calls', [2, 2, 1], array_map(fn ($i) => $clients[$i]->calls, [0, 1, 2]));
    // Each counts one up for the next owner: all of them are where the greatest is.
    $begin('r', [AHEAD, AHEAD, AHEAD]);
    tokens($quorum(3), 'r', 1);
    same('none is behind', [1, 1, 1], array_map(fn ($i) => $clients[$i]->calls, [0, 1, 2]));

    $store = new CombinedStore(array_map(
        fn (int $db) => new RedisStore($server->dsn()."/$db?fencing=1"),
        [0, 1, 2],
    ), new ConsensusStrategy());
    tokens($store, 's', 3);
    $admin = $server->connect();
    $lock = owner($store, 's');
    foreach ($clients as $i => $client) {
        $client->del('s');
        $client->set('slock:{s}:fence', AHEAD + 10 * $i);
    }
    $calls = commands_during($admin, fn () => $lock->acquire());
    // Two answers are a quorum: on a busy machine the third one may come when it is no longer waited for.
    between('on the wire', 4, 5, ($calls['evalsha'] ?? 0) + ($calls['eval'] ?? 0));
    $token = fencing_token($lock);
    check('the greatest that was heard', in_array($token, [AHEAD + 11, AHEAD + 21], true), show($token));
    $told = array_filter([0, 1, 2], fn ($i) => $clients[$i]->get('slock:{s}:fence') >= $token);
    check('a quorum has it', count($told) >= 2, json_encode($told));
    $lock->release();
    grow('by DSN', tokens($store, 's', 100));
});

group('what has tokens', function () use ($clients, $server, $quorum, $begin) {
    $redis = fn (int $db, int $fencing = 1) => new RedisStore($server->dsn()."/$db?fencing=$fencing");
    $files = new FlockStore(temporary_directory(), false, ['fencing' => true]);
    $consensus = new ConsensusStrategy();
    $unanimous = new UnanimousStrategy();
    $of = function (CombinedStore $store) {
        $tokens = tokens($store, $resource = unique(), 20);
        if (null === $tokens[0]) {
            return array_unique($tokens) === [null] ? 'none' : 'some';
        }
        grow('tokens', $tokens);

        return 'all';
    };
    same('members without', 'none', $of(new CombinedStore([$redis(0), $redis(1), $redis(2, 0)], $consensus)));
    same('which cannot be raised', 'none', $of(new CombinedStore([$redis(0), $redis(1), $files], $consensus)));
    same('unanimous', 'all', $of(new CombinedStore([$redis(0), $files], $unanimous)));
    same('unanimous, and one without', 'none', $of(new CombinedStore([$redis(0, 0), $files], $unanimous)));
    same('one that tries again', 'all', $of(new CombinedStore(
        [$redis(0), new RetryTillSaveStore($redis(1)), $redis(2)],
        $consensus,
    )));
    same('in a quorum', 'none', $of(new CombinedStore([$quorum(3)], $consensus)));
    $of_quorums = new CombinedStore([$quorum(3), new CombinedStore([$redis(3), $redis(4)], $unanimous)], $unanimous);
    same('all of several quorums', 'all', $of($of_quorums));
    $memory = fn () => new InMemoryStore(['fencing' => true]);
    same('in memory', 'all', $of(new CombinedStore([$memory(), $memory(), $redis(0)], $consensus)));
    same('none at all', 'none', $of(new CombinedStore([$redis(0, 0), $redis(1, 0)], $consensus)));
    fencing(fn (bool $fencing) => new CombinedStore(
        array_map(fn ($db) => $redis($db, (int) $fencing), [0, 1, 2]),
        $consensus,
    ));
    $lock = owner(unserialize(serialize(new CombinedStore([$memory(), $memory()], $consensus))), 'r');
    same('unserialized', [true, true], [$lock->acquire(), is_int(fencing_token($lock))]);
});
?>
--EXPECT--
ok: every way of three owners over three members
ok: members that fail at random
ok: a token that no quorum has seen is not given to anybody
ok: a round more, and only of those that are behind
ok: what has tokens
