--TEST--
At the end of a script a lock is kept alive, and its loss is told, as long as PHP code runs; what runs after that is not told that all is well
--EXTENSIONS--
posix
session
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

$server = new OwnRedis();
$redis = $server->connect();

/** [DSN, name, where, who renews, how the script ends] */
$code = 'require "'.__DIR__.'/keep.inc";'.<<<'CODE'
    use Slock\KeepAlive;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\RedisStore;

    [, $dsn, $name, $place, $by, $end] = $argv;
    class ByPhp extends RedisStore
    {
        public function putOffExpiration(Key $key, float $ttl): void
        {
            parent::putOffExpiration($key, $ttl);
        }
    }
    class Handler implements SessionHandlerInterface
    {
        public function __construct(private Closure $work) {}
        public function open(string $path, string $name): bool { return true; }
        public function close(): bool { return true; }
        public function read(string $id): string { return ''; }
        public function destroy(string $id): bool { return true; }
        public function gc(int $lifetime): int { return 0; }
        public function write(string $id, string $data): bool { ($this->work)(); return true; }
    }
    $store = 'thread' === $by ? new RedisStore($dsn) : new ByPhp($dsn);
    $lock = new Lock(new Key($name), $store, 4.0, false);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    $say = fn (string $what) => fwrite(STDERR, "$what\n");
    $state = fn ($keep, $lock) => ($keep->isLost() ? 'lost' : 'kept').' '.($lock->isExpired() ? 'expired' : 'alive');
    $work = function () use ($lock, $keep, $say, $state, $name) {
        try {
            $say($state($keep, $lock));
            for ($until = now() + 5.0; now() < $until; usleep(10000)) {
            }
            $say($state($keep, $lock));
            for (stream_set_blocking(STDIN, false); false === fgets(STDIN); usleep(10000)) {
            } // it is deleted
            for ($until = now() + 10.0; now() < $until && !$keep->isLost(); usleep(10000)) {
            }
            $say($state($keep, $lock));
        } catch (Slock\Exception\LockLostException $e) {
            $say('told');
        }
    };
    $late = function () use ($lock, $keep, $say, $state, $store, $name) {
        $say($state($keep, $lock));
        for ($until = now() + 10.0; now() < $until && !$lock->isExpired(); usleep(10000)) {
        }
        $say($state($keep, $lock));
        $keep->stop();
        $say($state($keep, $lock));
        // One of its own is renewed, also here.
        $own = new Lock(new Key($name), $store, 4.0, false);
        // Its server counts from when it has heard.
        eventually(fn () => $own->acquire()) || $say('not acquired');
        $kept = new KeepAlive($own);
        for ($until = now() + 5.0; now() < $until; usleep(10000)) {
        }
        $say($state($kept, $own).' '.($own->isAcquired() ? 'acquired' : 'gone'));
    };
    switch ($place) {
        case 'a shutdown function':
            register_shutdown_function($work);
            break;
        case 'a destructor':
            $GLOBALS['last'] = new class($work) {
                public function __construct(private Closure $work) {}
                public function __destruct() { ($this->work)(); }
            };
            break;
        case 'an output buffer':
            ob_start(function ($text, $phase) use ($work) {
                PHP_OUTPUT_HANDLER_FINAL & $phase && $work();

                return '';
            });
            break;
        case 'a session':
            ini_set('session.use_cookies', '0');
            ini_set('session.cache_limiter', '');
            session_set_save_handler(new Handler($late), false);
            session_id('end');
            session_start();
            $_SESSION['it'] = 'changes';
    }
    ini_set('display_errors', '0');
    switch ($end) {
        case 'exit': exit(0);
        case 'fatal':
            ini_set('memory_limit', '16M');
            str_repeat('x', 1 << 30);
        case 'exception': throw new Exception('nobody catches it');
    }
    CODE;

$children = [];
foreach (['thread', 'PHP'] as $by) {
    foreach (['exit', 'fatal', 'exception'] as $end) {
        foreach (['a shutdown function', 'a destructor', 'an output buffer', 'a session'] as $place) {
            // No destructors then, and no output.
            if ('fatal' !== $end || !in_array($place, ['a destructor', 'an output buffer'], true)) {
                $children["$by, $end: $place"] = [$place, $by, $end];
            }
        }
    }
}
foreach (array_chunk($children, 10, true) as $some) {
    $started = [];
    foreach ($some as $what => $arguments) {
        $name = unique();
        array_unshift($arguments, $server->dsn(), $name);
        $under = ['sh', '-c', 'exec "$@" 2>&1', 'sh'];
        $started[$what] = [Child::start($code, extensions: ['session'], arguments: $arguments, under: $under), $name];
    }
    foreach ($started as $what => [$child, $name]) {
        group($what, function () use ($child, $name, $what, $redis) {
            same('at the end', 'kept alive', $child->hear());
            if (str_ends_with($what, 'a session')) {
                same('its lifetime is over', 'lost expired', $child->hear());
                same('and stopped', 'lost expired', $child->hear());
                same('one of its own', 'kept alive acquired', $child->hear());
            } else {
                same('a lifetime later', 'kept alive', $child->hear());
                same('it is there', 1, $redis->call('DEL', $name));
                $child->say('deleted');
                same('and lost', 'told', $child->hear());
            }
            same('no more', '', $child->finish());
        });
    }
}
?>
--EXPECT--
ok: thread, exit: a shutdown function
ok: thread, exit: a destructor
ok: thread, exit: an output buffer
ok: thread, exit: a session
ok: thread, fatal: a shutdown function
ok: thread, fatal: a session
ok: thread, exception: a shutdown function
ok: thread, exception: a destructor
ok: thread, exception: an output buffer
ok: thread, exception: a session
ok: PHP, exit: a shutdown function
ok: PHP, exit: a destructor
ok: PHP, exit: an output buffer
ok: PHP, exit: a session
ok: PHP, fatal: a shutdown function
ok: PHP, fatal: a session
ok: PHP, exception: a shutdown function
ok: PHP, exception: a destructor
ok: PHP, exception: an output buffer
ok: PHP, exception: a session
