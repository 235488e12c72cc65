--TEST--
CombinedStore: a member that could not be reached takes part again also where connecting takes longer than others wait for it
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/lookup.inc';

use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\RedisStore;

/** A server of this process whose queue is full until it is opened. */
final class HeldQueue
{
    public string $address;
    private $server;
    private array $before = [];

    public function __construct()
    {
        $this->server = stream_socket_server(
            'tcp://127.0.0.1:0',
            $code,
            $message,
            STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
            stream_context_create(['socket' => ['backlog' => 1]]),
        );
        $this->address = stream_socket_get_name($this->server, false);
        for ($i = 0; $i < 2; ++$i) {
            $this->before[] = stream_socket_client("tcp://$this->address", $code, $message, 1);
        }
    }

    public function opens(): void
    {
        foreach ($this->before as $one) {
            fclose($one);
            fclose(stream_socket_accept($this->server, 1));
        }
    }

    /** The next connection, also of a client that has found it closed; its system tries again after seconds. */
    public function next(float $timeout = 5.0): mixed
    {
        return @stream_socket_accept($this->server, $timeout) ?: null;
    }
}

$others = [new SlowRedis(), new SlowRedis()];
$with = fn ($member) => quorum_lock($member, ...array_map(fn ($server) => new RedisStore($server->dsn(5)), $others));
/** Longer than an answer is news, and than the members' time limits. */
$pause = fn () => usleep(1_200_000);

foreach (['redis_cluster=1', 'redis_sentinel=m'] as $parameters) {
    group("$parameters: each answer takes 50 ms", function () use ($with, $pause, $parameters) {
        $found = new SlowRedis('works', 0.05);
        $informer = new Informer($found->port, -1);
        $lock = $with($informer->member(0.3, $parameters));
        between('the first operation: seconds', 0.5, 1.5, seconds(fn () => $lock->acquire()));
        $informer->answers($found->port, 0.05);
        $took = [];
        for ($i = 0; $i < 8 && !$found->locks(); ++$i) {
            $i && $pause();
            $took[] = seconds(fn () => $lock->acquire());
        }
        same('it has the lock', 1, count($found->locks()));
        between('and was not waited for long: seconds', 0, 0.6, max($took));
    });

    group("$parameters: the first server is gone", function () use ($with, $pause, $parameters) {
        $found = new SlowRedis();
        $gone = new FullQueue();
        $informer = new Informer($found->port, -1);
        $lock = $with(new RedisStore(
            "redis:?host[$gone->address]&host[127.0.0.1:$informer->port]&$parameters&timeout=0.2&read_timeout=0.2",
        ));
        between('the first operation: seconds', 0.3, 1.2, seconds(fn () => $lock->acquire()));
        $informer->answers($found->port);
        for ($i = 0; $i < 6 && !$found->locks(); ++$i) {
            $i && $pause();
            $lock->acquire();
        }
        same('it has the lock', 1, count($found->locks()));
    });
}

group('a lookup whose connection is made when its time is over', function () use ($with) {
    $queue = new HeldQueue();
    $lock = $with(new RedisStore("redis:?host[$queue->address]&redis_cluster=1&timeout=0.2&read_timeout=0.2"));
    $lock->acquire();
    same('held', true, $lock->isAcquired());
    $lock->acquire();
    $queue->opens();
    check('connected', null !== ($peer = $queue->next()));
    sleep(1);
    $lock->acquire();
    stream_set_timeout($peer, 1);
    check('asked', str_contains((string) fread($peer, 4096), 'SLOTS'));
    same('and not on another one', null, $queue->next(0.1));
});

foreach ([
    'RedisStore' => fn ($address) => new RedisStore("redis://secret@$address?timeout=0.2&read_timeout=0.2"),
    'MemcachedStore' => fn ($address) => new MemcachedStore(
        "memcached://user:secret@$address?timeout=0.2&read_timeout=0.2",
    ),
] as $class => $member) {
    group("$class: a connection that is made when its time is over", function () use ($with, $member) {
        $queue = new HeldQueue();
        $lock = $with($member($queue->address));
        $lock->acquire();
        $lock->acquire();
        $queue->opens();
        check('connected', null !== ($peer = $queue->next()));
        sleep(1);
        $lock->acquire();
        stream_set_timeout($peer, 1);
        check('the handshake', str_contains((string) fread($peer, 4096), 'secret'));
        same('and not on another one', null, $queue->next(0.1));
    });
}

foreach ([
    'nobody accepts connections' => fn () => [
        $full = new FullQueue(),
        new RedisStore("redis://secret@$full->address?timeout=2"),
    ],
    'a server says nothing' => fn () => [
        $silent = new Silent(),
        new RedisStore("redis://secret@$silent->address?timeout=2"),
    ],
    'a sentinel says nothing' => fn () => [
        $silent = new Silent(),
        new RedisStore("redis:?host[$silent->address]&redis_sentinel=m&timeout=1&read_timeout=1"),
    ],
] as $what => $gone) {
    group("one that does not come back: $what", function () use ($with, $gone) {
        [$server, $member] = $gone();
        $lock = $with($member);
        between('the first operation: seconds', 1.8, 2.8, seconds(fn () => $lock->acquire()));
        $took = [];
        $all = seconds(function () use ($lock, &$took) {
            for ($i = 0; $i < 40; ++$i) {
                usleep(100_000);
                $took[] = seconds(fn () => $lock->refresh(SlowRedis::REFRESHED));
            }
        });
        sort($took);
        between('most others: seconds', 0, 0.06, $took[25]);
        between('all that they need: a part of the time', 0, 0.4, array_sum($took) / $all);
    });
}
?>
--EXPECT--
ok: redis_cluster=1: each answer takes 50 ms
ok: redis_cluster=1: the first server is gone
ok: redis_sentinel=m: each answer takes 50 ms
ok: redis_sentinel=m: the first server is gone
ok: a lookup whose connection is made when its time is over
ok: RedisStore: a connection that is made when its time is over
ok: MemcachedStore: a connection that is made when its time is over
ok: one that does not come back: nobody accepts connections
ok: one that does not come back: a server says nothing
ok: one that does not come back: a sentinel says nothing
