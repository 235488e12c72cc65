--TEST--
MongoDbStore and fork: a child has a connection of its own and never uses the parent's; signals end no command
--EXTENSIONS--
mongodb
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/../inc/forks.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

group('connections', function () {
    $sockets = fn () => count(array_filter(
        glob('/proc/self/fd/*'),
        fn ($link) => str_starts_with((string) @readlink($link), 'socket:'),
    ));
    $store = new MongoDbStore(mongodb_uri('&appname='.$name = unique()), ['gcProbability' => 0]);
    mongodb_documents(); // the test's own connection
    $before = $sockets();
    $store->save($key = new Key(unique()));
    same('one connection', $before + 1, $sockets());
    same('a child that looks', '[true, true]', in_child(fn () => [$store->exists($key), $sockets() <= $before + 3]));
    foreach (['exit', 'drop', 'kill'] as $end) {
        same("an idle child says nothing: $end", '', mongodb_commands(function () use (&$store, $end) {
            if (!pcntl_fork()) {
                if ('drop' === $end) {
                    $store = null;
                }
                if ('kill' === $end) {
                    posix_kill(getmypid(), SIGKILL);
                }
                exit;
            }
            pcntl_wait($status);
        }, $name));
    }
    // Its own client says good-bye, the parent's does not.
    same('a child that looks, and ends', 'find endSessions', mongodb_commands(function () use ($store, $key) {
        if (!pcntl_fork()) {
            $store->exists($key);
            exit;
        }
        pcntl_wait($status);
    }, $name));
    same('the parent goes on', true, $store->exists($key));
    same('on one connection', $before + 1, $sockets());
    $wrong = 0;
    $pid = pcntl_fork();
    $own = new Key(unique());
    for ($i = 0; $i < 100; ++$i) {
        $store->save($own);
        $wrong += !$store->exists($own) + !$store->exists($key);
        $store->delete($own);
        $wrong += $store->exists($own);
    }
    if (!$pid) {
        ob_start();
        exit(min(255, $wrong));
    }
    pcntl_waitpid($pid, $status);
    same('both at once', [0, 0], [$wrong, pcntl_wexitstatus($status)]);
    $store->delete($key);
});

group('signals', function () {
    $store = new MongoDbStore(mongodb_uri(), ['gcProbability' => 0]);
    $count = 0;
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use (&$count) { ++$count; });
    $me = getmypid();
    if (!$pid = pcntl_fork()) {
        for (;;) {
            posix_kill($me, SIGUSR1);
            usleep(300);
        }
    }
    $key = new Key(unique());
    $good = 0;
    for ($i = 0; $i < 200; ++$i) {
        $store->save($key);
        $good += $store->exists($key);
    }
    posix_kill($pid, SIGKILL);
    pcntl_waitpid($pid, $status);
    same('no failure', 200, $good);
    check('the handler ran', $count > 10);
    $store->delete($key);
});
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: connections
ok: signals
