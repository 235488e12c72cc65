<?php
/*
 * One contender of a benchmark: a PHP process that runs the same script on the extension or on the PHP package.
 *
 *     php worker.php JOB STORE
 *
 * STORE is a PHP expression, JOB one of the functions below. The process prints "ready" and what it runs on; for each
 * line with a number on
 * its input it does the job as many times and prints the nanoseconds that this took. `actor` takes other commands, see
 * there. SLOCK_BENCH_PACKAGE names the autoload file of the PHP package, which is used when the extension is not
 * loaded.
 */

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
 *                              how many it got. 0 microseconds: no work, no sleep
 *     failures                 prints how many waits ended with an exception and had to be started again
 *     cpu                      prints the CPU time that the process has used, in ns
 */
/** Waits for the lock, again if the wait fails. Returns how often that happened until now. */
function get(?LockInterface $lock = null): int
{
    static $failures = 0;
    while ($lock) {
        try {
            $lock->acquire(true) || fail('the lock was not acquired');

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
    while (false !== $line = fgets(STDIN)) {
        $words = explode(' ', trim($line));
        $answer = null;
        switch ($words[0]) {
            case 'acquire':
                $lock->acquire() || fail('the lock was not acquired');
                break;
            case 'wait':
                get($lock);
                break;
            case 'release':
                $answer = hrtime(true);
                $lock->release();
                break;
            case 'turn':
                get($lock);
                usleep((int) $words[1]);
                $lock->release();
                break;
            case 'contend':
                $start = $words[3] ?? hrtime(true);
                usleep(max(0, intdiv((int) $start - hrtime(true), 1000)));
                $end = $start + $words[1] * 1e9;
                for ($answer = 0; hrtime(true) < $end; ++$answer) {
                    get($lock);
                    $words[2] && usleep((int) $words[2]);
                    $lock->release();
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

[, $job, $store] = $argv;
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
if ('actor' === $job) {
    actor($factory);
    exit;
}
while (false !== $line = fgets(STDIN)) {
    $count = (int) $line;
    $start = hrtime(true);
    $answer = $job($factory, $count);
    echo $answer ?? hrtime(true) - $start, "\n";
}
