--TEST--
A machine that is suspended: who wakes up knows that locks have expired, and deadlines passed
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis-server');
need_no_sanitizer();
PHP_OS_FAMILY === 'Linux' || die('skip only Linux has a clock that goes on'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/redis.inc';

$directory = temporary_directory();
$library = "$directory/asleep.so";
echo shell_exec("cc -Wall -Wextra -O1 -shared -fPIC -o $library ".__DIR__.'/asleep.c -ldl 2>&1');
file_put_contents($file = "$directory/slept", pack('q', 0));
$sleeps = function (int $seconds) use ($file) {
    static $slept = 0;
    $at = fopen($file, 'r+');
    fwrite($at, pack('q', ($slept += $seconds) * 1_000_000_000));
};
// PHP loads modules in a way that shields them from such a library, but not those that are loaded already.
$modules = implode(' ', glob(getenv('SLOCK_TEST_MODULES').'/slock{.so,_*.so.1}', GLOB_BRACE));
$start = fn (string ...$slept) => Child::start(
    <<<'CODE'
        use Symfony\Component\Lock\{Key, Lock};

        const NAMES = 'use Slock\KeepAlive; use Symfony\Component\Lock\{Key, Lock, Store\CombinedStore, '
            .'Store\RedisStore, Strategy\UnanimousStrategy};';

        function lock(object $store, float $ttl, string $name): Lock {
            $lock = new Lock(new Key($name), $store, $ttl);
            $lock->acquire() || die("not acquired\n");
            return $lock;
        }
        while (false !== $line = fgets(STDIN)) {
            try {
                eval(NAMES.$line);
            } catch (Throwable $e) {
                echo $e::class, ': ', $e->getMessage(), "\n";
            }
        }
        CODE,
    'here',
    [],
    [],
    [],
    ['env', "LD_PRELOAD=$library $modules", ...$slept],
);
$child = $start("SLOCK_TEST_ASLEEP=$file");
$server = new OwnRedis();
$dsn = $server->dsn();

group('its lifetime is over', function () use ($child, $sleeps, $dsn) {
    $child->say('$lock = lock(new RedisStore("'.$dsn.'"), 30, "'.unique().'"); '
        .'echo json_encode($lock->isExpired()), "\n";');
    same('before', 'false', $child->hear());
    $sleeps(60);
    $child->say('echo json_encode([$lock->isExpired(), $lock->getRemainingLifetime() < -29]), "\n";');
    same('then', '[true,true]', $child->hear());
});

$stores = [
    'a thread' => 'new RedisStore("'.$dsn.'")',
    'PHP' => 'new CombinedStore([new RedisStore("'.$dsn.'")], new UnanimousStrategy())',
];
foreach ($stores as $who => $store) {
    group("it is kept alive by $who", function () use ($child, $sleeps, $store) {
        $child->say('$lock = lock('.$store.', 45, "'.unique().'"); $told = null; '
            .'$keep = new KeepAlive($lock, onLost: function ($lock, $e) use (&$told) { $told = $e->getMessage(); }); '
            .'echo json_encode($keep->isLost()), "\n";');
        same('before', 'false', $child->hear());
        $sleeps(60);
        $child->say('echo json_encode([$keep->isLost(), $lock->isExpired()]), "\n";');
        same('known at once', '[true,true]', $child->hear());
        // At the next interrupt after the thread has woken, which sleeps for a second at most.
        $child->say('for ($end = microtime(true) + 15; !$told && microtime(true) < $end;) {} echo $told, "\n";');
        $began = microtime(true);
        $said = $child->hear(20);
        check('told', str_contains($said, 'its lifetime ran out before it was renewed'), $said);
        check('soon', microtime(true) - $began < 6, (string) (microtime(true) - $began));
        $child->say('unset($keep, $lock);');
    });
}

group('it waits', function () use ($child, $sleeps, $dsn) {
    $other = new Symfony\Component\Lock\Store\RedisStore($dsn);
    ($lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($name = unique()), $other, 300))->acquire();
    $child->say('echo "waits\n"; $lock = new Lock(new Key("'.$name.'"), new RedisStore("'.$dsn.'"), 30); '
        .'echo json_encode($lock->acquire(true, 100)), "\n";');
    same('waits', 'waits', $child->hear());
    same('still', null, $child->hear(0.3));
    $sleeps(1000);
    same('in vain', 'false', $child->hear(15));
    $child->finish();
});

group('a system without such a clock', function () use ($start, $dsn) {
    $child = $start();
    $child->say('$lock = lock(new RedisStore("'.$dsn.'"), 30, "r"); echo $lock->getRemainingLifetime(), "\n";');
    between('seconds left', 25, 30, (float) $child->hear());
    $child->say('usleep(200_000); echo $lock->getRemainingLifetime(), "\n";');
    between('then', 25, 29.8, (float) $child->hear());
    $child->finish();
});
?>
--EXPECT--
ok: its lifetime is over
ok: it is kept alive by a thread
ok: it is kept alive by PHP
ok: it waits
ok: a system without such a clock
