--TEST--
The renewing thread is the process' own: a child that was forked has none, renews nothing and can make its own; a program that is started inherits nothing; exit, a fatal error and the end of a request end it
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$dsn = $server->dsn();
$redis = $server->connect();
$threads = threads();

group('a fork', function () use ($dsn, $redis, $threads) {
    $store = new RedisStore($dsn);
    $lock = new Lock(new Key('r'), $store, 1.2, false);
    $lock->acquire();
    $keep = new KeepAlive($lock, onLost: fn () => print("FAIL: told\n"));
    usleep(500_000);
    if (!$pid = pcntl_fork()) {
        $alone = 1 === threads();
        sleep(2);
        $own = new Lock(new Key('own'), $store, 1.2);
        $works = $own->acquire();
        $kept = new KeepAlive($own);
        sleep(2);
        $works = $works && !$kept->isLost() && !$own->isExpired() && $own->isAcquired();
        unset($kept);
        $gone = 1 === threads();
        // The parent goes on, and stops when asked to: then nobody renews it.
        $held = 1 === $redis->call('EXISTS', 'r');
        posix_kill(posix_getppid(), SIGSTOP);
        usleep(1_600_000);
        $free = 0 === $redis->call('EXISTS', 'r');
        posix_kill(posix_getppid(), SIGCONT);
        unset($keep);
        posix_kill(posix_getpid(), $alone && $works && $gone && $held && $free ? SIGKILL : SIGTERM);
    }
    pcntl_waitpid($pid, $status);
    same('the child', SIGKILL, pcntl_wtermsig($status));
    check('the parent knows', $keep->isLost());
});

group('forks in the middle of renewals', function () use ($dsn, $threads) {
    $store = new RedisStore($dsn);
    foreach (range(1, 50) as $i) {
        $lock = new Lock(new Key("many$i"), $store, 2.0, false);
        $lock->acquire();
        $kept[] = [$lock, new KeepAlive($lock, 2.0, onLost: fn ($lock, $e) => print('FAIL: '.chain($e)."\n"))];
    }
    for ($end = now() + 3, $forks = 0; now() < $end; ++$forks) {
        if (!$pid = pcntl_fork()) {
            if ($forks % 2) {
                $own = new Lock(new Key(unique()), $store, 5.0);
                $own->acquire();
                $keep = new KeepAlive($own);
            }
            $kept = null;
            exit(0);
        }
        pcntl_waitpid($pid, $status);
        same('the child ended', 0, pcntl_wexitstatus($status) | pcntl_wtermsig($status));
        usleep(1000);
    }
    check('often', $forks > 3, "$forks forks");
    foreach ($kept as [$lock, $keep]) {
        check('held', !$keep->isLost() && $lock->isAcquired());
        $lock->release();
    }
    same('no thread', $threads, threads());
});

group('a program that is started', function () use ($dsn) {
    $of_a_program = function () {
        $child = proc_open(['ls', '/proc/self/fd'], [1 => ['pipe', 'w']], $pipes);
        $list = stream_get_contents($pipes[1]);
        proc_close($child);

        return $list;
    };
    [$before, $of_program] = [count(glob('/proc/self/fd/*')), $of_a_program()];
    $lock = new Lock(new Key('r'), new RedisStore($dsn), 2.0);
    check('acquired', eventually(fn () => $lock->acquire()));
    $keep = new KeepAlive($lock);
    usleep(1_000_000);
    check('there is something to inherit', count(glob('/proc/self/fd/*')) > $before + 2);
    same('it inherits nothing', $of_program, $of_a_program());
    check('held', !$keep->isLost() && $lock->isAcquired());
    $lock->release();
});

$code = 'require "'.__DIR__.'/keep.inc";'.<<<'CODE'
    $lock = new Symfony\Component\Lock\Lock(
        new Symfony\Component\Lock\Key($argv[2]), new Symfony\Component\Lock\Store\RedisStore($argv[1]), 1.5, false);
    $lock->acquire();
    $GLOBALS['keep'] = $keep = new Slock\KeepAlive($lock);
    usleep(800_000);
    echo "held\n";
    CODE;
foreach ([
    'exit' => 'exit(0);',
    'the end' => '',
    'a fatal error' => 'ini_set("display_errors", "0"); ini_set("memory_limit", "16M"); str_repeat("x", 1 << 30);',
    'an exception' => 'ini_set("display_errors", "0"); throw new Exception("no");',
    'a cycle' => '$a = new stdClass; $a->a = $a; $a->keep = $keep;',
] as $how => $end) {
    group($how, function () use ($code, $end, $dsn, $redis) {
        $child = Child::start($code.$end, 'slock', [], [], [$dsn, $resource = unique()]);
        same('it was held', 'held', $child->hear());
        $took = seconds(fn () => same('it says', '', $child->finish(30)));
        between('seconds until it ends', 0, 3, $took);
        check('nobody renews it', eventually(fn () => 0 === $redis->call('EXISTS', $resource), 10));
    });
}
same('no thread is left', $threads, threads());
?>
--EXPECT--
ok: a fork
ok: forks in the middle of renewals
ok: a program that is started
ok: exit
ok: the end
ok: a fatal error
ok: an exception
ok: a cycle
ok: no thread is left
