--TEST--
CombinedStore of Redis servers, one of them stopped or out of reach: its own timeout, once; members written in PHP meanwhile
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/stores.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
$clients = array_map(fn ($server) => $server->connect(), $servers);
$stores = array_map(fn ($server) => new RedisStore($server->dsn().'?timeout=0.3&read_timeout=0.3'), $servers);
$lock = fn ($strategy, ?array $members = null) => new Lock(new Key('r'), new CombinedStore($members ?? $stores, $strategy), 30, false);
$empty = fn () => eventually(fn () => [0, 0, 0] === array_map(fn ($client) => $client->call('DBSIZE'), $clients));

foreach ([0, 1, 2] as $stopped) {
    group("server $stopped is stopped", function () use ($lock, $servers, $stopped, $empty) {
        $one = $lock(new ConsensusStrategy());
        $servers[$stopped]->signal(SIGSTOP);
        $all = $lock(new UnanimousStrategy());
        between('unanimous: seconds', 0.28, 0.7, seconds(fn () => check('unanimous: an exception', str_contains($text = outcome(fn () => $all->acquire()), 'no answer'), $text)));
        between('acquire: seconds', 0, 0.25, seconds(fn () => same('acquired', true, $one->acquire())));
        between('isAcquired: seconds', 0, 0.25, seconds(fn () => same('held', true, $one->isAcquired())));
        between('refresh: seconds', 0, 0.25, seconds(fn () => $one->refresh()));
        between('refused: seconds', 0, 0.25, seconds(fn () => same('refused', false, $lock(new ConsensusStrategy())->acquire())));
        between('release: seconds', 0.28, 0.7, seconds(fn () => $one->release()));
        $servers[$stopped]->signal(SIGCONT);
        check('nothing is left, there neither', $empty());
        same('all are back', true, $all->acquire());
        $all->release();
        check('released', $empty());
    });
}

group('restarted empty', function () use ($lock, $clients, $empty) {
    $one = $lock(new ConsensusStrategy());
    $one->acquire();
    $clients[0]->call('FLUSHALL');
    $clients[0]->call('SCRIPT', 'FLUSH');
    same('held', true, $one->isAcquired());
    $one->refresh();
    same('refused', false, $lock(new ConsensusStrategy())->acquire());
    // Where the others are faster than the answer that the script is unknown, only the next one gets there.
    check('everywhere again', eventually(fn () => $one->acquire() && [1, 1, 1] === array_map(fn ($client) => $client->call('DBSIZE'), $clients)));
    $one->release();
    check('released', $empty());
});

$full = new FullQueue();
$away = new RedisStore("redis://$full->address?timeout=0.3&read_timeout=0.3");
group('out of reach', function () use ($lock, $stores, $away, $empty) {
    $members = [$away, $stores[0], $stores[1]];
    $one = $lock(new ConsensusStrategy(), $members);
    between('acquire: seconds', 0.25, 0.55, seconds(fn () => same('acquired', true, $one->acquire())));
    // From now on it is known to be out of reach, and the others are enough.
    between('isAcquired: seconds', 0, 0.2, seconds(fn () => same('held', true, $one->isAcquired())));
    between('refresh: seconds', 0, 0.2, seconds(fn () => $one->refresh()));
    between('refused: seconds', 0, 0.2, seconds(fn () => same('refused', false, $lock(new ConsensusStrategy(), $members)->acquire())));
    between('release: seconds', 0, 0.2, seconds(fn () => $one->release()));
    between('acquire again: seconds', 0, 0.2, seconds(fn () => same('acquired', true, $one->acquire())));
    $one->release();
    // Here they are not; and not once more to undo what cannot have happened. The attempt before goes on.
    between('unanimous: seconds', 0, 0.55, seconds(fn () => check('an exception', str_contains($text = outcome(fn () => $lock(new UnanimousStrategy(), $members)->acquire()), 'cannot connect'), $text)));
    check('nothing is left', $empty());
});

group('a member written in PHP is asked while the others answer', function () use ($lock, $stores, $clients, $empty) {
    $php = new PlainStore('php');
    $php->quiet = true;
    $seen = [];
    $php->always['save'] = function () use (&$seen, $clients) {
        $seen = [eventually(fn () => 1 === $clients[0]->call('DBSIZE'), 5), eventually(fn () => 1 === $clients[1]->call('DBSIZE'), 5)];
    };
    $php->always['exists'] = true;
    $one = $lock(new UnanimousStrategy(), [$php, $stores[0], $stores[1]]);
    same('acquire', true, $one->acquire());
    same('the others had it', [true, true], $seen);
    $php->always['exists'] = false;
    $one->release();
    $php->always['save'] = fn () => throw new Error('stop');
    raises('what it throws', Error::class, 'stop', fn () => $one->acquire());
    check('nothing is left', $empty());
    class Counting extends RedisStore
    {
        public int $saves = 0;

        public function save(Key $key): void
        {
            ++$this->saves;
            parent::save($key);
        }
    }
    $dsn = 'redis://127.0.0.1:'.$GLOBALS['servers'][2]->port;
    $one = $lock(new UnanimousStrategy(), [$stores[0], $counting = new Counting($dsn), $stores[1]]);
    same('a subclass', [true, 1], [$one->acquire(), $counting->saves]);
    $one->release();
    check('released', $empty());
});
?>
--EXPECT--
ok: server 0 is stopped
ok: server 1 is stopped
ok: server 2 is stopped
ok: restarted empty
ok: out of reach
ok: a member written in PHP is asked while the others answer
