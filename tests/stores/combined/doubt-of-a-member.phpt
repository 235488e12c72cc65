--TEST--
CombinedStore: what a member that is a quorum does not know is told as why it failed, and not as what the wait has left there
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_extension('pcntl'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/stores.inc';
require __DIR__.'/../../inc/late-requests.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$gone = '127.0.0.1:'.free_port();
$servers = [];
$member = function (string $how, float $delay = 0.0) use (&$servers) {
    $servers[] = $server = new SlowRedis($how, $delay);

    return new RedisStore($server->dsn(5));
};
$quorum = fn (object ...$members) => new CombinedStore($members, new ConsensusStrategy());
$message = fn (Throwable $e) => $e->getPrevious()->getMessage();

group('it hangs on that member', function () use ($member, $quorum, $gone, $message) {
    // When it has answered there still is time to wait, and when it has let go of what it got there is none.
    $inner = $quorum($member('held'), new RedisStore("redis://$gone"), $member('works', 0.2));
    $store = $quorum($inner, $member('held'), $member('works'));
    foreach (['at once' => [false], 'after a wait' => [true, 0.3]] as $when => $how) {
        $e = raises(
            $when,
            LockAcquiringException::class,
            null,
            fn () => quiet_lock($store, 'r', 30.0)->acquire(...$how),
        );
        $text = $message($e);
        same(
            "$when: what is known",
            'Quorum not met: 1 of 3 members stored the lock, 1 refused, 1 failed; member 1 ('.CombinedStore::class.'): '
            .'Quorum not met: 1 of 3 members stored the lock, 1 refused, 1 failed; member 2 ('.RedisStore::class.'): '
            ."Redis at $gone: cannot connect: Connection refused",
            $text,
        );
        same(
            "$when: and the exceptions behind it",
            [LockStorageException::class, LockStorageException::class, LockStorageException::class],
            [$e->getPrevious()::class, $e->getPrevious()->getPrevious()::class,
                $e->getPrevious()->getPrevious()->getPrevious()::class],
        );
    }
});

group('the others refuse, which is enough', function () use ($member, $quorum, $gone) {
    $inner = $quorum($member('held'), new RedisStore("redis://$gone"), $member('works'));
    $store = $quorum($inner, $member('held'), $member('held'));
    same('false', ['false', 'false'], [
        outcome(fn () => quiet_lock($store, 'r', 30.0)->acquire()),
        outcome(fn () => quiet_lock($store, 'r', 30.0)->acquire(true, 0.3)),
    ]);
});

group('who waits goes on waiting for an owner there', function () use ($member, $quorum, $gone, &$servers) {
    $servers = [];
    $inner = $quorum($member('held'), new RedisStore("redis://$gone"), $member('works'));
    $store = $quorum($inner, $member('held'), $member('works'));
    $began = now();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => $servers[0]->now('works'));
    pcntl_alarm(1);
    same('acquired', 'true', outcome(fn () => quiet_lock($store, 'r', 30.0)->acquire(true, 10.0)));
    between('seconds', 0.9, 3.0, now() - $began);
});
array_map(fn ($server) => $server->stop(), $servers);
?>
--EXPECT--
ok: it hangs on that member
ok: the others refuse, which is enough
ok: who waits goes on waiting for an owner there
