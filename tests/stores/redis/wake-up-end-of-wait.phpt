--TEST--
RedisStore: a wait that is about to end takes a lock that is free, though another waiter has been woken for it
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$lock = lock(new RedisStore($server->dsn()), $name = unique());
foreach (['shorter than the other one is waited for' => 0.02, 'one attempt' => 0.0] as $what => $timeout) {
    $lock->acquire();
    $waiter = sleeper($server->dsn(), $name);
    $waiter->say('wait');
    same('it waits', true, eventually(fn () => 1 === listening($admin, $name)));
    $waiter->kill(SIGSTOP); // it is told, and does nothing about it
    $lock->release();
    $before = scripts($admin);
    same($what, true, $lock->acquire(true, $timeout));
    same("$what, at once", 1, scripts($admin) - $before);
    $waiter->kill(SIGCONT);
    hand_over($lock, $waiter);
    $waiter->say('release');
    same('released', 'released', $waiter->hear(SOON));
}
?>
--EXPECT--
ok: it waits
ok: shorter than the other one is waited for
ok: shorter than the other one is waited for, at once
ok: woken
ok: released
ok: it waits
ok: one attempt
ok: one attempt, at once
ok: woken
ok: released
