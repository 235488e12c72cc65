--TEST--
Where a client object may have sent a release twice without telling, the next acquisition has a token of its own
--EXTENSIONS--
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('redis', 'three redis');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/every-store.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
$ways = [
    'by DSN' => [fn () => all_ways()['RedisStore']->store(), 1],
    'through \Redis' => [fn () => all_ways()['RedisStore, \Redis']->store(), 1],
    'through Predis' => [fn () => all_ways()['RedisStore, Predis']->store(), 1],
    // The parameter of newer versions.
    'through Predis that repeats' => [
        fn () => new RedisStore(
            new Predis\Client(['host' => '127.0.0.1', 'port' => (int) $ports[0], 'retry' => new stdClass()]),
        ),
        2,
    ],
    'through Predis with several servers' => [
        fn () => new RedisStore(
            new Predis\Client(array_map(fn ($port) => "tcp://127.0.0.1:$port", $ports), ['cluster' => 'predis']),
        ),
        2,
    ],
];
foreach ($ways as $name => [$make, $expected]) {
    group($name, function () use ($make, $expected) {
        $lock = new Lock($key = new Key(unique()), $make(), 300.0, false);
        $tokens = [];
        for ($i = 0; $i < 2; ++$i) {
            same('acquired', true, $lock->acquire());
            $tokens[$key->getState(RedisStore::class)] = true;
            $lock->release();
        }
        same('tokens', $expected, count($tokens));
    });
}
?>
--EXPECT--
ok: by DSN
ok: through \Redis
ok: through Predis
ok: through Predis that repeats
ok: through Predis with several servers
