--TEST--
A fork while the thread that renews locks is in the C library's look-up of a name, or in OpenSSL: the child can connect
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__.'/../inc/need.inc';
need('redis-server', 'redis tls');
need_command('cc');
need_no_sanitizer();
PHP_OS_FAMILY === 'Linux' || die('skip the library that is preloaded is for Linux');
?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/redis.inc';

$directory = temporary_directory();
$library = "$directory/slow.so";
echo shell_exec("cc -Wall -Wextra -O1 -shared -fPIC -o $library ".__DIR__.'/slow_libraries.c -ldl 2>&1');
// PHP loads modules in a way that shields them from such a library, but not those that are loaded already.
$modules = implode(' ', glob(getenv('SLOCK_TEST_MODULES').'/slock{.so,_redis.so.1}', GLOB_BRACE));

/** Forks twice in the middle of it: whether the children could acquire a lock, and how long each fork took. */
$fork = function (string $dsn, string $slow, int $ms, string ...$more) use ($directory, $library, $modules) {
    $begun = "$directory/begun-$slow-$ms";
    $under = [
        'env', "LD_PRELOAD=$library $modules", "SLOCK_TEST_SLOW=$slow", "SLOCK_TEST_SLOW_MS=$ms",
        "SLOCK_TEST_SLOW_BEGUN=$begun", ...$more,
    ];
    $child = Child::start(
        <<<'CODE'
            use Slock\KeepAlive;
            use Symfony\Component\Lock\{Key, Lock, Store\RedisStore};

            [, $dsn, $begun] = $argv;
            // The children do not release it, and who is slow may lose it: its renewal is what counts.
            $lock = new Lock(new Key(unique()), new RedisStore($dsn), 6.0, false);
            $lock->acquire();
            $keep = new KeepAlive($lock, onLost: fn () => null);
            eventually(fn () => file_exists($begun), 20) || die('not renewed');
            $outcome = [];
            for ($i = 0; $i < 2; ++$i) {
                $began = now();
                if (!$pid = pcntl_fork()) {
                    $own = new Lock(new Key(unique()), new RedisStore($dsn), 30.0);
                    exit($own->acquire() ? 0 : 1);
                }
                $took = now() - $began;
                // One that hangs is not awaited indefinitely.
                for ($end = now() + 8; !pcntl_waitpid($pid, $status, WNOHANG); usleep(1000)) {
                    now() < $end || posix_kill($pid, SIGKILL);
                }
                $outcome[] = [$status, $took];
            }
            echo json_encode($outcome);
            CODE,
        'here',
        ['pcntl', 'posix'],
        [],
        [$dsn, $begun],
        $under,
    );

    return json_decode($said = $child->finish(), true) ?? cannot_go_on("the process has said: $said");
};

$server = new OwnRedis();
$dsn = "redis://localhost:$server->port";
$secure = 'rediss://localhost:'.getenv('SLOCK_TEST_REDIS_TLS_PORT').'?auth[]='.getenv('SLOCK_TEST_REDIS_TLS_USER')
    .'&auth[]='.getenv('SLOCK_TEST_REDIS_TLS_PASSWORD').'&ssl[cafile]='.getenv('SLOCK_TEST_REDIS_TLS_CA');
foreach (['getaddrinfo' => $dsn, 'SSL_CTX_new' => $secure] as $function => $to) {
    group($function, function () use ($fork, $function, $to) {
        [[$status, $took], [$next]] = $fork($to, $function, 500);
        same('the children go on', [0, 0], [$status, $next]);
        between('the fork has waited, and no longer than it had to: seconds', 0, 3.0, $took);
    });
}
group('a name server that does not answer', function () use ($fork, $dsn) {
    // It is waited for with nothing locked: a fork does not wait until the end of that.
    [[$status, $took], [$next, $again]] = $fork($dsn, 'getaddrinfo', 6000, 'SLOCK_TEST_SLOW_UNLOCKED=1');
    same('the children go on', [0, 0], [$status, $next]);
    between('the first fork: seconds', 0.2, 3.0, $took);
    between('the next one does not wait again: seconds', 0, 0.5, $again);
});
?>
--EXPECT--
ok: getaddrinfo
ok: SSL_CTX_new
ok: a name server that does not answer
