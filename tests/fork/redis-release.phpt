--TEST--
RedisStore and fork: the lock is released as soon as one of the two processes finishes, and the other finds out
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../stores/redis/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

$dsn = redis_url();

/** Runs code in a process of its own that has a lock and forks; the child prints nothing. */
function forked(string $child, string $parent, string $arguments = '30', array $ini = []): string
{
    global $dsn;

    return trim(output_of(<<<CODE
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Lock;
        \$store = new Symfony\Component\Lock\Store\RedisStore('$dsn');
        \$lock = new Lock(new Key(\$name = unique()), \$store, $arguments);
        \$lock->acquire();
        \$free = function () use (\$name) {
            \$probe = new Lock(new Key(\$name), new Symfony\Component\Lock\Store\RedisStore('$dsn'), 30);
            \$free = \$probe->acquire() ? 'free' : 'taken';
            \$free === 'free' && \$probe->release();
            return \$free;
        };
        \$run = function () use (&\$lock, \$free) {
            if (0 === \$pid = pcntl_fork()) {
                $child
            }
            pcntl_waitpid(\$pid, \$status);
            $parent
        };
        \$run();
        CODE, 'here', ['pcntl', 'posix'], $ini));
}

$report = 'echo $free(), " ", $lock->isAcquired() ? "acquired" : "not acquired";';
foreach ([
    'the child exits' => ['exit;', 'free not acquired'],
    'the child ends by its end' => ['return;', 'free not acquired'],
    'the child drops the lock' => ['$lock = null; posix_kill(getmypid(), 9);', 'free not acquired'],
    'the child releases' => ['$lock->release(); posix_kill(getmypid(), 9);', 'free not acquired'],
    'the child dies of an exception' => ['ini_set("display_errors", 0); throw new Exception();', 'free not acquired'],
    'the child dies of a fatal error' => [
        'ini_set("display_errors", 0); trigger_error("fatal", E_USER_ERROR);',
        'taken acquired',
    ],
    'the child is killed' => ['posix_kill(getmypid(), 9);', 'taken acquired'],
    'the child refreshes and is killed' => ['$lock->refresh(100); posix_kill(getmypid(), 9);', 'taken acquired'],
] as $what => [$child, $expected]) {
    same($what, $expected, forked($child, $report));
}
same(
    'without automatic release the child leaves it',
    'taken acquired',
    forked('exit;', $report.' $lock->release();', '30, false'),
);
same('slock.fork_release=0', 'taken acquired', forked('exit;', $report, '30', ['slock.fork_release' => 0]));
same(
    'slock.fork_release=0, released by hand in the child',
    'free not acquired',
    forked('$lock->release(); exit;', $report, '30', ['slock.fork_release' => 0]),
);
same('slock.fork_release=0, acquired in the child', 'taken acquired free', forked(
    '$mine = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key("fork-".posix_getppid()), '
        .'$GLOBALS["store"], 30); $mine->acquire(); unset($mine); exit;',
    $report
        .' $other = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key("fork-".getmypid()), '
        .'$GLOBALS["store"], 30); echo " ", $other->acquire() ? "free" : "taken";',
    '30', ['slock.fork_release' => 0],
));
same(
    'the parent acquires again and its release works',
    'free not acquired taken free',
    forked('exit;', $report.' $lock->acquire(); echo " ", $free(); $lock->release(); echo " ", $free();'),
);
same('another owner took it meanwhile: the parent leaves theirs alone', 'taken not acquired taken', forked(
    'exit;',
    '$other = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($GLOBALS["name"]), $GLOBALS["store"], '
        .'30); $other->acquire(); '
        .$report.' $lock->release(); $lock = null; echo " ", $free();',
));
?>
--EXPECT--
ok: the child exits
ok: the child ends by its end
ok: the child drops the lock
ok: the child releases
ok: the child dies of an exception
ok: the child dies of a fatal error
ok: the child is killed
ok: the child refreshes and is killed
ok: without automatic release the child leaves it
ok: slock.fork_release=0
ok: slock.fork_release=0, released by hand in the child
ok: slock.fork_release=0, acquired in the child
ok: the parent acquires again and its release works
ok: another owner took it meanwhile: the parent leaves theirs alone
