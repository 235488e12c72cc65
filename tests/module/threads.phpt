--TEST--
Two and more PHP threads in one process: they keep each other out, each has its own requests, connections and losses, and all share the thread that renews
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__.'/../inc/need.inc';
PHP_ZTS || die('skip this PHP is not thread-safe');
need('redis', 'postgresql', 'memcached', 'zookeeper');
need_command('cc');
?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/sql.inc';
require __DIR__.'/../inc/sql-table.inc';

const THREADS = 6;
const CYCLES = 40;

$dir = temporary_directory();
$at = fn (string $kind) => getenv("SLOCK_TEST_{$kind}_HOST").':'.getenv("SLOCK_TEST_{$kind}_PORT");
$members = implode(',', array_map(fn ($port) => "127.0.0.1:$port", explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))));
$stores = [
    'flock' => "new FlockStore('$dir', false, ['fencing' => true])",
    'semaphore' => 'new SemaphoreStore()',
    'redis' => "new RedisStore('redis://{$at('REDIS')}?fencing=1')",
    'redis, persistent' => "new RedisStore('redis://{$at('REDIS')}?persistent=1')",
    'redis, kept alive' => "new RedisStore('redis://{$at('REDIS')}?keep_alive=1')",
    'postgresql' => 'new PostgreSqlStore('.var_export(pg_dsn(), true).", ['fencing' => true])",
    'table' => "new PdoStore('sqlite:".sqlite_file()."', ['fencing' => true])",
    'memcached' => "new MemcachedStore('memcached://{$at('MEMCACHED')}')",
    'zookeeper' => "new ZookeeperStore('zookeeper://".getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')."')",
];
$library = "$dir/threads.so";
$config = getenv('SLOCK_TEST_PHP') ? dirname(getenv('SLOCK_TEST_PHP')).'/php-config' : 'php-config';
echo shell_exec("cc -O1 -shared -fPIC $($config --includes) -o $library ".__DIR__.'/threads.c -lpthread 2>&1');

/** What a file prints in so many threads of one process, in lines. */
$in_threads = function (int $threads, string $code) use ($library, $dir): array {
    file_put_contents("$dir/thread.php", <<<'CODE'
        <?php
        use Symfony\Component\Lock\{Key, Lock};
        use Symfony\Component\Lock\Store\{FlockStore, InMemoryStore, MemcachedStore, PdoStore, PostgreSqlStore};
        use Symfony\Component\Lock\Store\{RedisStore, SemaphoreStore, ZookeeperStore};
        use Slock\Exception\LockLostException;
        use function Slock\fencing_token;
        CODE."\n$code");
    $child = Child::start(
        '$none = run_in_threads($argv[1], (int) $argv[2]); echo "without a request: $none\n";',
        'here',
        ['posix', 'pdo', 'pdo_sqlite'],
        // opcache's protection is of the process: one thread takes it away, and brings it back under another.
        ['extension' => $library, 'opcache.protect_memory' => '0'],
        ["$dir/thread.php", $threads],
    );

    return explode("\n", trim($child->finish(120)));
};

foreach ($stores as $name => $store) {
    group($name, function () use ($name, $store, $in_threads, $dir) {
        file_put_contents("$dir/counter", '0');
        $lines = $in_threads(THREADS, "\$store = $store; \$name = '".unique()."'; \$count = ".CYCLES.';'.<<<'CODE'
            for ($i = 0; $i < $count; ++$i) {
                $lock = new Lock(new Key($name), $store, 60.0, false);
                $lock->acquire(true, 60);
                $n = (int) file_get_contents(__DIR__.'/counter');
                usleep(100);
                file_put_contents(__DIR__.'/counter', (string) ($n + 1));
                $token = fencing_token($lock);
                $lock->release();
                echo "$n ".($token ?? 'none')."\n"; // in one piece
            }
            CODE);
        same('all have run', 'without a request: 0', array_pop($lines));
        same('nothing was lost', THREADS * CYCLES, (int) file_get_contents("$dir/counter"));
        sort($lines, SORT_NUMERIC);
        $tokens = array_map(fn ($line) => explode(' ', $line)[1] ?? $line, $lines);
        if (str_contains($store, 'fencing')) {
            $grown = $tokens;
            sort($grown, SORT_NUMERIC);
            same('tokens grow', $grown, $tokens);
            same('each is another one', count($tokens), count(array_unique($tokens)));
        } else {
            same('no tokens', ['none'], array_values(array_unique($tokens)));
        }
    });
}

group('the counter of stores in memory', function () use ($in_threads, $dir) {
    $lines = $in_threads(THREADS, <<<'CODE'
        $store = new InMemoryStore(['fencing' => true]);
        for ($i = 0; $i < 10_000; ++$i) {
            $lock = new Lock(new Key('r'), $store);
            $lock->acquire();
            $tokens[] = fencing_token($lock);
            $lock->release();
        }
        // Not into the pipe that all share: what is longer than PIPE_BUF is mixed there, pipe(7).
        file_put_contents(__DIR__.'/tokens-'.thread_number(), implode("\n", $tokens));
        CODE);
    same('all have run', ['without a request: 0'], $lines);
    $all = [];
    for ($thread = 1; $thread <= THREADS; ++$thread) {
        $tokens = array_map(intval(...), file("$dir/tokens-$thread"));
        $grown = $tokens;
        sort($grown);
        same("thread $thread: tokens grow", $grown, $tokens);
        $all = [...$all, ...$tokens];
    }
    same('each is another one', THREADS * 10_000, count(array_unique($all)));
});

group('kept alive, and one is lost', function () use ($in_threads, $at) {
    $set = '$dsn = "redis://'.$at('REDIS').'"; $name = "'.unique().'";';
    $lines = $in_threads(THREADS, $set.<<<'CODE'
        $number = thread_number();
        $store = new RedisStore("$dsn?keep_alive=1");
        $lock = new Lock(new Key("$name-$number"), $store, 0.5, false);
        $lock->acquire();
        $until = microtime(true) + 2.5;
        $said = 'held';
        try {
            for ($i = 0; microtime(true) < $until; ++$i) {
                if (2 === $number && 1000 === $i) {
                    // Somebody takes the lock of this thread away.
                    [$host, $port] = explode(':', substr($dsn, 8));
                    $redis = stream_socket_client("tcp://$host:$port");
                    fwrite($redis, "DEL $name-$number\r\n");
                    fgets($redis);
                }
                usleep(1000);
            }
            $said = $lock->isAcquired() ? 'held' : 'not held';
        } catch (LockLostException $e) {
            $said = 'lost';
        }
        echo "$number: $said\n";
        CODE);
    same('all have run', 'without a request: 0', array_pop($lines));
    sort($lines, SORT_NUMERIC);
    same('each', ['1: held', '2: lost', ...array_map(fn ($i) => "$i: held", range(3, THREADS))], $lines);
});

group('threads that come and go', function () use ($in_threads, $at) {
    $set = '$dsn = "redis://'.$at('REDIS').'?persistent=1&keep_alive=1"; $name = "'.unique().'";';
    $lines = $in_threads(64, $set.<<<'CODE'
        $lock = new Lock(new Key($name.thread_number()), new RedisStore($dsn), 1.0);
        echo $lock->acquire() ? "acquired\n" : "not acquired\n";
        CODE);
    same('each', [...array_fill(0, 64, 'acquired'), 'without a request: 0'], $lines);
});
?>
--EXPECT--
ok: flock
ok: semaphore
ok: redis
ok: redis, persistent
ok: redis, kept alive
ok: postgresql
ok: table
ok: memcached
ok: zookeeper
ok: the counter of stores in memory
ok: kept alive, and one is lost
ok: threads that come and go
