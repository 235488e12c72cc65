<?php
/*
 * One contender of a benchmark: a PHP process that runs the same script on the extension or on the PHP package.
 *
 *     php worker.php JOB STORE [SIZE]
 *
 * STORE is a PHP expression, JOB one of the functions below, SIZE what some of them want to know. The process prints
 * "ready" and what it runs on; for each line with a number on its input it does the job as many times and prints the
 * nanoseconds that this took. `for NANOSECONDS CHUNK START` does it as often as there is time for: see during().
 * `actor` and `keeper` take other commands, see there. SLOCK_BENCH_PACKAGE names the autoload file of the PHP package,
 * which is used when the extension is not loaded.
 */

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\LockInterface;

// Libraries of Debian stable call things deprecated that are not ours to change.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
set_error_handler(
    static fn (int $level, string $message) => error_reporting() & $level
        ? throw new ErrorException($message, 0, $level)
        : false,
);

if (!extension_loaded('slock')) {
    require getenv('SLOCK_BENCH_PACKAGE');
}
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Predis\\') && stream_resolve_include_path($file = strtr($class, '\\', '/').'.php')) {
        require $file;
    }
});

function fail(string $why): never
{
    fwrite(STDERR, "$why\n");
    exit(1);
}

/** What an application does: make a lock, take it, give it back. */
function cycle(LockFactory $factory, int $count): void
{
    $name = 'slock-bench-'.getmypid();
    for ($i = 0; $i < $count; ++$i) {
        $lock = $factory->createLock($name, 30);
        if (!$lock->acquire()) {
            fail('the lock was not acquired');
        }
        $lock->release();
    }
}

/** The cycle, with or without fencing tokens; that they are minted, or not, the last lock of each batch shows. */
function fencing(LockFactory $factory, int $count): void
{
    static $last = 1;
    cycle($factory, $count - 1);
    $lock = $factory->createLock('slock-bench-'.getmypid(), 30);
    if (!$lock->acquire()) {
        fail('the lock was not acquired');
    }
    $token = Slock\fencing_token($lock);
    if (FENCES ? $token <= $last : null !== $token) {
        fail('the fencing token is '.var_export($token, true).", the last one was $last");
    }
    $last = $token;
    $lock->release();
}

/** A cycle of a process that holds SIZE other locks. */
function beside(LockFactory $factory, int $count): void
{
    static $held = [];
    for ($i = count($held); $i < SIZE; ++$i) {
        $held[] = $lock = $factory->createLock('slock-bench-'.getmypid()."-$i", 36_000);
        if (!$lock->acquire()) {
            fail('a lock that is held beside was not acquired');
        }
    }
    cycle($factory, $count);
}

/** Cycles that go through SIZE names; all of them once, to begin with. */
function names(LockFactory $factory, int $count): void
{
    static $at = 0, $used = false;
    for ($i = $used ? $count : SIZE; $i > 0; --$i) {
        $lock = $factory->createLock("slock-bench-$at", 30);
        if (!$lock->acquire()) {
            fail('the lock was not acquired');
        }
        $lock->release();
        // Not in the order in which they were made.
        $at = ($at + 7919) % SIZE;
    }
    $used = true;
}

/** A cycle in a table with SIZE rows of locks that others hold. */
function rows(LockFactory $factory, int $count): void
{
    static $filled = false;
    if (!$filled) {
        cycle($factory, 1); // the store makes its table
        fill_table(...TABLE);
        $filled = true;
    }
    cycle($factory, $count);
}

/** Puts rows into a table of PdoStore until there are SIZE of them; does nothing when they are there. */
function fill_table(string $table, string $dsn, ?string $user = null, ?string $password = null): void
{
    $pdo = new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $there = (int) $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn();
    $pdo->beginTransaction();
    while ($there < SIZE) {
        $rows = [];
        for ($i = min(1000, SIZE - $there); $i > 0; --$i) {
            $rows[] = sprintf("('%s', '%s', 2147483647)", hash('sha256', "row $there"), hash('md5', "token $there"));
            ++$there;
        }
        $pdo->exec("INSERT INTO $table (key_id, key_token, key_expiration) VALUES ".implode(', ', $rows));
    }
    $pdo->commit();
    if (!str_starts_with($dsn, 'sqlite:')) {
        $pdo->exec(str_starts_with($dsn, 'pgsql:') ? "ANALYZE $table" : "ANALYZE TABLE $table");
    }
}

/** Make a lock and drop it. */
function create(LockFactory $factory, int $count): void
{
    for ($i = 0; $i < $count; ++$i) {
        $factory->createLock('slock-bench', 30);
    }
}

/** Ask for a lock that another owner holds. */
function conflict(LockFactory $factory, int $count): void
{
    static $held;
    $name = 'slock-bench-held-'.getmypid();
    if (!$held) {
        $held = $factory->createLock($name, 3600);
        if (!$held->acquire()) {
            fail('the lock that others are to be refused was not acquired');
        }
    }
    for ($i = 0; $i < $count; ++$i) {
        if ($factory->createLock($name, 30)->acquire()) {
            fail('a lock was acquired twice');
        }
    }
}

/** A key that holds a lock, into a string and back. */
function serializing(LockFactory $factory, int $count): void
{
    static $key;
    if (!$key) {
        $key = new Key('slock-bench');
        $key->setState('Symfony\Component\Lock\Store\RedisStore', base64_encode(random_bytes(32)));
        $key->reduceLifetime(3600);
    }
    for ($i = 0; $i < $count; ++$i) {
        $copy = unserialize(serialize($key));
    }
    if (
        $count
        && (
            (string) $copy !== 'slock-bench'
            || !$copy->hasState('Symfony\Component\Lock\Store\RedisStore')
            || !$copy->getRemainingLifetime()
        )
    ) {
        fail('the key came back as another one');
    }
}

/** Sleeps until this moment of the clock that all processes share; false when it is over. */
function await(int $start): bool
{
    if (hrtime(true) >= $start) {
        return false;
    }
    usleep(max(0, intdiv($start - hrtime(true), 1000)));

    return true;
}

/**
 * Does the job for so many nanoseconds from a moment on, in chunks, and returns how often; of the chunk during which
 * the time was up, the part that it had then. -1 when the moment is over.
 */
function during(callable $job, LockFactory $factory, int $time, int $chunk, int $start): float
{
    if (!await($start)) {
        return -1;
    }
    $end = $start + $time;
    for ($done = 0, $before = $start, $now = hrtime(true); $now < $end; $done += $chunk) {
        $before = $now;
        $job($factory, $chunk);
        $now = hrtime(true);
    }

    return $now > $end && $done ? $done - $chunk * ($now - $end) / ($now - $before) : $done;
}

/** Bytes per lock, for as many locks as asked for. */
function live(LockFactory $factory, int $count): int
{
    $locks = array_fill(0, $count, null);
    $before = memory_get_usage();
    for ($i = 0; $i < $count; ++$i) {
        $locks[$i] = $factory->createLock("slock-bench-$i", 30);
    }

    return (int) round((memory_get_usage() - $before) / $count);
}

/** The same with the locks acquired. */
function live_acquired(LockFactory $factory, int $count): int
{
    $locks = array_fill(0, $count, null);
    $before = memory_get_usage();
    for ($i = 0; $i < $count; ++$i) {
        $locks[$i] = $factory->createLock("slock-bench-$i", 30);
        if (!$locks[$i]->acquire()) {
            fail('a lock was not acquired');
        }
    }

    return (int) round((memory_get_usage() - $before) / $count);
}

/*
 * A process that shares a lock with others: does what the line says and prints the time when it was done, in ns on the
 * clock that all processes share (CLOCK_MONOTONIC).
 *
 *     acquire                  must succeed at once
 *     wait                     waits for the lock
 *     release                  prints the time when it began: the next owner may be there before release() returns
 *     turn MICROSECONDS        waits, works for so long, releases
 *     contend SECONDS MICROSECONDS [START]   takes turns until the time is up, from START on the clock of all; prints
 *                              how many were over by then, or -1 if START had passed. 0 microseconds: no work, no sleep
 *     limit SECONDS            from now on no wait is longer; not with the package, which knows no limit
 *     failures                 prints how many waits ended with an exception and had to be started again
 *     cpu                      prints the CPU time that the process has used, in ns
 */
/** Waits for the lock, again if the wait fails. Returns how often that happened until now. */
function get(?LockInterface $lock = null, ?float $limit = null): int
{
    static $failures = 0;
    while ($lock) {
        try {
            $got = null === $limit ? $lock->acquire(true) : $lock->acquire(true, $limit);
            $got || fail('the lock was not acquired');

            return $failures;
        } catch (ExceptionInterface) {
            if (++$failures > 100_000) {
                fail('all waits fail');
            }
        }
    }

    return $failures;
}

function actor(LockFactory $factory): void
{
    $lock = $factory->createLock('slock-bench-shared', 30);
    $limit = null;
    while (false !== $line = fgets(STDIN)) {
        $words = explode(' ', trim($line));
        $answer = null;
        switch ($words[0]) {
            case 'acquire':
                $lock->acquire() || fail('the lock was not acquired');
                break;
            case 'limit':
                $limit = (float) $words[1];
                break;
            case 'wait':
                get($lock, $limit);
                break;
            case 'release':
                $answer = hrtime(true);
                $lock->release();
                break;
            case 'turn':
                get($lock, $limit);
                usleep((int) $words[1]);
                $lock->release();
                break;
            case 'contend':
                if (isset($words[3]) && !await((int) $words[3])) {
                    $answer = -1;
                    break;
                }
                $end = ($words[3] ?? hrtime(true)) + $words[1] * 1e9;
                for ($answer = 0;; ++$answer) {
                    get($lock, $limit);
                    $words[2] && usleep((int) $words[2]);
                    $lock->release();
                    // The turn during which the time is up counts for nothing, however long it took.
                    if (hrtime(true) >= $end) {
                        break;
                    }
                }
                break;
            case 'failures':
                $answer = get();
                break;
            case 'cpu':
                $usage = getrusage();
                $answer = 1000 * (
                    1_000_000 * (
                        $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
                    ) + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']
                );
                break;
            default:
                fail("no such command: $line");
        }
        echo $answer ?? hrtime(true), "\n";
    }
}

/** Nanoseconds of CPU that this thread of the process has used, or the one of that name; 0: there is none. */
function cpu_of(?string $name = null): int
{
    foreach (glob('/proc/self/task/*/comm') as $file) {
        $directory = dirname($file);
        if (null === $name ? basename($directory) === (string) getmypid() : trim(file_get_contents($file)) === $name) {
            return (int) file_get_contents("$directory/schedstat");
        }
    }

    return 0;
}

/*
 * A process whose locks are kept alive: does what the line says and prints a number.
 *
 *     keep COUNT TTL    acquires so many locks and keeps them alive
 *     doze SECONDS      sleeps, and looks up ten times a second; prints the CPU time that PHP has used meanwhile, in ns
 *     renewer           prints the CPU time of the thread that renews, in ns
 *     held              prints how many of the locks are held
 *     drop              lets all of them go
 *     lose COUNT TTL    acquires so many and keeps them alive, says so, and computes until it was told that all are
 *                       lost; prints how many that were when it has waited for long enough
 *     told NUMBER       prints when it was told of that one, in microseconds since the epoch
 */
function keeper(LockFactory $factory): void
{
    $locks = $keeps = $told = [];
    while (false !== $line = fgets(STDIN)) {
        $words = explode(' ', trim($line));
        $answer = 0;
        switch ($words[0]) {
            case 'keep':
                for ($i = 0; $i < (int) $words[1]; ++$i) {
                    $locks[] = $lock = $factory->createLock("slock-bench-kept-$i", (float) $words[2]);
                    $lock->acquire() || fail('a lock to be kept alive was not acquired');
                    $keeps[] = new KeepAlive($lock);
                }
                break;
            case 'doze':
                $answer = -cpu_of();
                for ($i = 10 * (int) $words[1]; $i > 0; --$i) {
                    usleep(100_000);
                }
                $answer += cpu_of();
                break;
            case 'renewer':
                ($answer = cpu_of('slock-renewer')) || fail('there is no thread that renews');
                break;
            case 'held':
                $answer = count(array_filter($locks, static fn ($lock) => $lock->isAcquired()));
                break;
            case 'drop':
                $locks = $keeps = [];
                break;
            case 'lose':
                $told = $keeps = [];
                for ($i = 0; $i < (int) $words[1]; ++$i) {
                    $lock = $factory->createLock("slock-bench-lost-$i", (float) $words[2]);
                    $lock->acquire() || fail('a lock to be lost was not acquired');
                    $keeps[] = new KeepAlive($lock, onLost: static function ($lock, $e) use (&$told, $i) {
                        $told[$i] = microtime(true) * 1e6;
                        // Not on a machine that has stood still for so long that its lifetime was over.
                        str_contains($e->getMessage(), 'does not have it') || fail($e->getMessage());
                    });
                }
                echo "0\n";
                for ($end = hrtime(true) + 30e9; count($told) < (int) $words[1] && hrtime(true) < $end;);
                $answer = count($told);
                break;
            case 'told':
                $answer = sprintf('%.0f', $told[(int) $words[1]]);
                break;
            default:
                fail("no such command: $line");
        }
        echo $answer, "\n";
    }
}

[, $job, $store] = $argv;
define('SIZE', (int) ($argv[3] ?? 1));
define('FENCES', str_contains($store, 'fencing=1'));
define('TABLE', isset($argv[4]) ? eval("return $argv[4];") : []);
if (str_contains($store, 'Doctrine\\DBAL')) {
    require 'Doctrine/DBAL/autoload.php';
}
$factory = new LockFactory(
    eval(
        "use Symfony\\Component\\Lock\\Store\\{CombinedStore, DoctrineDbalStore, FlockStore, InMemoryStore, "
        ."MemcachedStore, MongoDbStore, MysqlStore, PdoStore, PostgreSqlStore, RedisStore, SemaphoreStore, "
        ."ZookeeperStore}; use Symfony\\Component\\Lock\\Strategy\\{ConsensusStrategy, UnanimousStrategy}; return $store;"
    ),
);
// Not only switched on: what runs here must really come from it.
$code = (new ReflectionClass(LockFactory::class))->getFileName();
$opcache = function_exists('opcache_get_status') ? opcache_get_status(false) : false;
$cached = !empty($opcache['opcache_enabled'])
    && opcache_is_script_cached(__FILE__)
    && (!$code || opcache_is_script_cached($code));
echo 'ready', $code ? ' package' : ' slock', $cached ? ' opcache' : '', !empty($opcache['jit']['on']) ? ' jit' : '',
    "\n";
if ('actor' === $job || 'keeper' === $job) {
    $job($factory);
    exit;
}
while (false !== $line = fgets(STDIN)) {
    $words = explode(' ', trim($line));
    if ('for' === $words[0]) {
        echo during($job(...), $factory, (int) $words[1], (int) $words[2], (int) $words[3]), "\n";
        continue;
    }
    $count = (int) $line;
    $start = hrtime(true);
    $answer = $job($factory, $count);
    echo $answer ?? hrtime(true) - $start, "\n";
}
