--TEST--
CombinedStore connects to all members at once: no member waits for another one's handshake, or for one that is dead
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/stores.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$servers = array_map(fn () => new SlowRedis(), range(1, 5));
$full = [new FullQueue(), new FullQueue()];
/** Connections that nobody has used before, to those servers at least. */
$fresh = function (int ...$which) use ($servers): array {
    static $database = 0;
    ++$database;

    return array_map(
        fn ($i) => new RedisStore("redis://secret@127.0.0.1:{$servers[$i]->port}/$database?timeout=2&read_timeout=2"),
        $which,
    );
};
$dead = fn (float $timeout, int $which = 0) => new RedisStore("redis://{$full[$which]->address}?timeout=$timeout");
$lock = fn (array $members, $strategy = new ConsensusStrategy()) => new Lock(
    new Key('r'),
    new CombinedStore($members, $strategy),
    30,
    false,
);
$all = function (string $how, float $delay = 0.0, int ...$which) use ($servers) {
    foreach ($which ?: array_keys($servers) as $i) {
        $servers[$i]->now($how, $delay);
        $servers[$i]->log();
    }
};
/** What a server gets, when it is at least that much. */
$gets = function (int $which, string $expected) use ($servers): string {
    $log = '';
    check("the server $which gets something", eventually(function () use ($servers, $which, $expected, &$log) {
        return strlen($log = trim("$log ".$servers[$which]->log())) >= strlen($expected);
    }, 3), $log);

    return $log;
};
$free = fn () => eventually(fn () => [] === array_merge(...array_map(fn ($server) => $server->locks(), $servers)), 5);

group('five handshakes at once', function () use ($servers, $fresh, $lock, $all, $gets) {
    $all('works', 0.15);
    $one = $lock($fresh(0, 1, 2, 3, 4), new UnanimousStrategy());
    // The handshake and the answer; one after another this would be 0.9.
    between('acquire: seconds', 0.29, 0.7, seconds(fn () => same('acquired', true, $one->acquire())));
    foreach (array_keys($servers) as $i) {
        same('once, and in this order', 'connection auth select acquire', $gets($i, 'connection auth select acquire'));
    }
    $one->release();
});

group(
    'two that are dead cost one time limit, and the others wait for neither',
    function () use ($servers, $fresh, $lock, $all, $dead, $free) {
        $all('works', 0.2);
        $one = $lock([$dead(0.6), $dead(0.6, 1), ...$fresh(0, 1, 2)]);
        between('acquire: seconds', 0.55, 0.95, seconds(fn () => same('acquired', true, $one->acquire())));
        $one->release();
        $all('works');
        check('nothing is left', $free());
        $two = $lock([$dead(0.5), ...$fresh(0), $dead(0.5, 1)]);
        between(
            'no quorum: seconds',
            0.45,
            0.85,
            seconds(
                fn () => check(
                    'an exception',
                    str_contains($text = outcome(fn () => $two->acquire()), 'cannot connect: Connection timed out'),
                    $text,
                ),
            ),
        );
        check('nothing is left', $free());
    },
);

group('Memcached', function () use ($fresh, $lock, $all, $full, $free) {
    $all('works', 0.1);
    $members = [
        ...array_map(fn ($queue) => new MemcachedStore("memcached://$queue->address?timeout=0.5"), $full),
        ...$fresh(0, 1, 2),
    ];
    $one = $lock($members);
    between('acquire: seconds', 0.45, 0.85, seconds(fn () => same('acquired', true, $one->acquire())));
    between('again: seconds', 0.09, 0.4, seconds(fn () => same('acquired', true, $one->acquire())));
    between('release: seconds', 0.09, 0.4, seconds(fn () => $one->release()));
    // The attempts that were made before go on.
    between(
        'unanimous: seconds',
        0,
        0.85,
        seconds(
            fn () => check(
                'an exception',
                str_contains(
                    $text = outcome(fn () => $lock($members, new UnanimousStrategy())->acquire()),
                    'cannot connect: Connection timed out',
                ),
                $text,
            ),
        ),
    );
    $all('works');
    check('nothing is left', $free());
});

group('a member that comes back does so without being waited for', function () use ($fresh, $lock, $all, $gets) {
    $all('works');
    foreach ([0.45, 2.3] as $pause) {
        $all('closes', 0, 2);
        $one = $lock($fresh(0, 1, 2));
        same('acquired', true, $one->acquire());
        same('it is away', 'connection closed', $gets(2, 'connection closed'));
        $all('works', 0.4, 2);
        between('isAcquired: seconds', 0, 0.35, seconds(fn () => same('held', true, $one->isAcquired())));
        between('acquire: seconds', 0, 0.35, seconds(fn () => same('acquired again', true, $one->acquire())));
        same('an attempt was made', 'connection auth select', $gets(2, 'connection auth select'));
        // Also later than the attempt's time limit.
        usleep((int) ($pause * 1e6));
        $one->refresh(SlowRedis::REFRESHED);
        same('and went on', 'refresh', $gets(2, 'refresh'));
        $all('works', 0, 2);
        $one->release();
        same('released there, too', 'release', $gets(2, 'release'));
    }
});

group(
    'requests are on the wire before a member written in PHP is asked',
    function () use ($servers, $fresh, $lock, $all) {
        $all('works', 0.05, 0);
        $all('works', 0, 1);
        $php = new PlainStore('php');
        $php->quiet = true;
        $seen = [];
        $php->always['save'] = function () use (&$seen, $servers) {
            $seen = [
                eventually(fn () => ['r'] === $servers[0]->locks(), 5),
                eventually(fn () => ['r'] === $servers[1]->locks(), 5),
            ];
        };
        $one = $lock([$php, ...$fresh(0, 1)], new UnanimousStrategy());
        same('acquired', true, $one->acquire());
        same('the others had it', [true, true], $seen);
        $one->release();
    },
);
?>
--EXPECT--
ok: five handshakes at once
ok: two that are dead cost one time limit, and the others wait for neither
ok: Memcached
ok: a member that comes back does so without being waited for
ok: requests are on the wire before a member written in PHP is asked
