--TEST--
No thread can be started: a store that keeps its locks alive gives them back, also in a child that acquires again within a renewal
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__.'/../inc/need.inc';
need('memcached');
need_command('cc');
need_no_sanitizer();
PHP_OS_FAMILY === 'Linux' || die('skip the library that is preloaded is for Linux');
?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$library = temporary_directory().'/no-threads.so';
echo shell_exec("cc -Wall -Wextra -O1 -shared -fPIC -o $library ".__DIR__.'/no_threads.c -ldl 2>&1');
// PHP loads modules in a way that shields them from such a library, but not those that are loaded already.
$modules = implode(' ', glob(getenv('SLOCK_TEST_MODULES').'/slock{.so,_memcached.so.1}', GLOB_BRACE));
$host = getenv('SLOCK_TEST_MEMCACHED_HOST').':'.getenv('SLOCK_TEST_MEMCACHED_PORT');
// What was freed is no memory to go on with.
$under = ['env', "LD_PRELOAD=$library $modules", 'USE_ZEND_ALLOC=0', 'MALLOC_PERTURB_=165'];
$program = <<<'CODE'
    require $argv[2];

    use Symfony\Component\Lock\{Key, Lock, Store\StoreFactory};

    final class Then extends Recorder
    {
        public ?Closure $then = null;

        public function log($level, $message, array $context = []): void
        {
            [$then, $this->then] = [$this->then, null];
            $then && $then();
        }
    }

    $store = StoreFactory::createStore($argv[1]);
    $acquire = function (Lock $lock): string {
        try {
            return $lock->acquire() ? 'acquired' : 'not acquired';
        } catch (Throwable $e) {
            return ($e->getPrevious() ?? $e)->getMessage();
        }
    };
    CODE;
$run = fn (string $options, string $code) => Child::start(
    $program.$code,
    'here',
    ['pcntl', 'posix'],
    [],
    ["memcached://$host?$options", __DIR__.'/../inc/logger.inc'],
    $under,
)->finish();

$ways = ['protocol=text&keep_alive=1' => 'renewed by PHP', 'keep_alive=1' => 'renewed by the thread'];
foreach ($ways as $options => $how) {
    echo "$how\n", $run($options, <<<'CODE'
        putenv('SLOCK_TEST_NO_THREADS=1');
        $lock = new Lock(new Key($name = unique()), $store, 30.0);
        echo $acquire($lock), "\n";
        putenv('SLOCK_TEST_NO_THREADS');
        echo $acquire(new Lock(new Key($name), $store, 30.0)), ", and again ", $acquire($lock), "\n";
        CODE), "\n";
}
echo "within a renewal\n", $run('protocol=text&keep_alive=1', <<<'CODE'
    $lock = new Lock(new Key(unique()), $store, 1.5, false);
    $lock->acquire();
    $lock->setLogger($logger = new Then());
    $child = $outcome = null;
    $logger->then = function () use ($lock, $acquire, &$child, &$outcome) {
        if (!$child = pcntl_fork()) {
            putenv('SLOCK_TEST_NO_THREADS=1');
            $outcome = $acquire($lock);
        }
    };
    for ($end = now() + 10; null === $child && now() < $end;) {
    }
    if (0 === $child) {
        for ($end = now() + 0.1; now() < $end;) {
        }
        echo "in the child: $outcome\n";
        posix_kill(posix_getpid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    echo SIGKILL === pcntl_wtermsig($status) ? "goes on\n" : "status $status\n";
    CODE), "\n";
?>
--EXPECT--
renewed by PHP
The lock cannot be kept alive: no thread can be started that would tell when to renew it
acquired, and again acquired

renewed by the thread
The lock cannot be kept alive: no thread can be started that would tell when to renew it
acquired, and again acquired

within a renewal
in the child: The lock cannot be kept alive: no thread can be started that would tell when to renew it
goes on
