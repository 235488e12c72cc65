--TEST--
CombinedStore: a Redis member that has ended the connection and forgotten the script gets it whole, with the request
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../redis/servers.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
$quorum = fn (StrategyInterface $strategy) => new CombinedStore(
    array_map(fn ($server) => new RedisStore($server->dsn()), $servers),
    $strategy,
);
$third = $servers[2];
$admin = $third->connect();
/** What the third one is sent while $f runs, after it was as if restarted, but with its locks. */
$sent = function (callable $f) use ($third, $admin): string {
    $admin->call('CLIENT', 'KILL', 'TYPE', 'normal');
    $admin->call('SCRIPT', 'FLUSH');

    return (new Witness($third))->commands(function () use ($f, $admin) {
        $f();
        // Until what nobody awaits has arrived; monitors do not see this question.
        check('it is there', eventually(fn () => str_contains($admin->call('CLIENT', 'LIST'), ' cmd=eval '), 5.0));
    });
};

group('all are awaited', function () use ($quorum, $sent) {
    $lock = lock($quorum(new UnanimousStrategy()), unique(), 30, false);
    // From here on each server is known to have the scripts.
    $lock->acquire();
    $lock->refresh();
    $lock->release();
    foreach (['acquire' => true, 'refresh' => null, 'release' => null] as $method => $expected) {
        same("$method: what is sent", 'eval', $sent(fn () => same($method, $expected, $lock->$method())));
    }
    same('released', false, $lock->isAcquired());
});

group('two are enough', function () use ($quorum, $sent, $third, $admin) {
    $store = $quorum(new ConsensusStrategy());
    lock($store)->acquire(); // connects
    // On the same connection, and awaited.
    lock(new RedisStore($third->dsn()))->acquire();
    $lock = lock($store, $name = unique(), 30, false);
    same('what is sent', 'eval', $sent(fn () => same('acquired', true, $lock->acquire())));
    same('the third one has the lock, too', 2, $admin->call('ZCARD', $name));
    $lock->release();
    same('and releases it', true, eventually(fn () => 0 === $admin->call('EXISTS', $name)));
});
?>
--EXPECT--
ok: all are awaited
ok: two are enough
