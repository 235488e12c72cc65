--TEST--
CombinedStore: the lookup of a member's server goes on from one operation to the next, counts only as news, and ends with its process
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_extension('pcntl'); ?>
--FILE--
<?php
require __DIR__.'/lookup.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$others = [new SlowRedis(), new SlowRedis()];
$with = fn (RedisStore ...$members) => quorum_lock(
    ...$members,
    ...array_map(fn ($server) => new RedisStore($server->dsn(5)), $others),
);
/** One that was silent until its time limits, so that nobody waits for it any more. */
$doubtful = function (Informer $informer) use ($with) {
    $lock = $with($informer->member(0.3));
    same('the others are enough', true, $lock->acquire());
    $informer->asked();

    return $lock;
};

group('a member takes part again without being waited for', function () use ($doubtful) {
    $found = new SlowRedis();
    $informer = new Informer($found->port, -1);
    $lock = $doubtful($informer);
    // Longer than an operation gives it.
    $informer->answers($found->port, 0.15);
    same('held', true, $lock->isAcquired());
    between('refresh: seconds', 0, 0.12, seconds(fn () => $lock->refresh(SlowRedis::REFRESHED)));
    usleep(250_000);
    for ($i = 0; $i < 3; ++$i) {
        $lock->acquire();
    }
    check('it has the lock', eventually(fn () => 1 === count($found->locks())));
    between('questions', 1, 3, $informer->asked());
    $lock->release();
    same('and is released', [], $found->locks());
});

group('an answer that has come while nobody looked is no news', function () use ($doubtful) {
    [$before, $now] = [new SlowRedis(), new SlowRedis()];
    $informer = new Informer($before->port, -1);
    $lock = $doubtful($informer);
    $informer->answers($before->port, 0.1);
    $lock->refresh(SlowRedis::REFRESHED);
    check('asked', eventually(fn () => $informer->asked() > 0));
    // The answer comes, and then the server is another one.
    usleep(300_000);
    $informer->answers($now->port);
    sleep(1);
    $lock->acquire();
    check('asked again', eventually(fn () => $informer->asked() > 0 && (bool) $lock->isAcquired()));
    $lock->acquire();
    check('the one that it is now has the lock', eventually(fn () => 1 === count($now->locks())));
    same('the one before was not even connected to', '', $before->log());
    $lock->release();
});

group('members with the same DSN have one lookup', function () use ($others) {
    $found = new SlowRedis();
    $informer = new Informer($found->port, 0.2);
    $lock = quorum_lock($informer->member(2), $informer->member(2), new RedisStore($others[0]->dsn(5)));
    between('seconds', 0.19, 1.5, seconds(fn () => same('acquired', true, $lock->acquire())));
    same('questions', 1, $informer->asked());
    $lock->release();

    $informer = new Informer(null, 0.2);
    $lock = quorum_lock($informer->member(2), $informer->member(2), new RedisStore($others[0]->dsn(5)));
    $text = outcome(fn () => $lock->acquire());
    check('nobody has the slots', str_contains($text, 'knows of no hash slots'), $text);
    same('questions', 1, $informer->asked());
});

group('a child that is forked in the middle', function () use ($others) {
    $found = new SlowRedis();
    $informer = new Informer($found->port, 0.3);
    $member = $informer->member(2);
    $php = new PlainStore('php');
    $php->quiet = true;
    $child = 0;
    $php->always['save'] = function () use (&$child, $member) {
        if (!$child && 0 === $child = pcntl_fork()) {
            $held = (bool) $member->exists(new Key(unique()));
            // No destructors: the lock is the parent's.
            posix_kill(getmypid(), $held ? SIGTERM : SIGKILL);
        }
        pcntl_waitpid($child, $status);
        same('the child was answered', SIGKILL, pcntl_wtermsig($status));
    };
    $lock = quorum_lock($member, $php, new RedisStore($others[0]->dsn(5)));
    same('acquired', true, $lock->acquire());
    between('questions', 2, 3, $informer->asked());
    check('found by the parent', eventually(fn () => $lock->isAcquired() && 1 === count($found->locks())));
    $lock->release();
    same('nothing is left', [], $found->locks());
});
?>
--EXPECT--
ok: a member takes part again without being waited for
ok: an answer that has come while nobody looked is no news
ok: members with the same DSN have one lookup
ok: a child that is forked in the middle
