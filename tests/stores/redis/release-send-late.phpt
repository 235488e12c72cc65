--TEST--
RedisStore, release=send: a failure is told when it is heard, and a late answer is nobody else's
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';
require __DIR__.'/../../inc/interrupting.inc';

use Symfony\Component\Lock\Store\RedisStore;

/** A lock that was released, of which the logger knows that. */
function released(RedisStore $store, ?ArrayLogger $logger = null, string $name = 'gone'): void
{
    $lock = lock($store, $name);
    $lock->acquire();
    $lock->release();
}

$told = 'Failed to release the "{resource}" lock, after it was let go of.';

foreach ([
    "-NOPERM User x has no permissions to run the 'eval' command\r\n",
    "-READONLY You can't write against a read only replica.\r\n",
    "-MOVED 3999 127.0.0.1:6381\r\n",
    "-NOSCRIPT No matching script. Please use EVAL.\r\n",
    "-LOADING Redis is loading the dataset in memory\r\n",
    "-OOM command not allowed when used memory > 'maxmemory'.\r\n",
    "-NOAUTH Authentication required.\r\n",
    "+what\r\n",
] as $answer) {
    group(substr($answer, 1, strcspn($answer, " \r") - 1), function () use ($answer, $told) {
        $reason = '+' === $answer[0] ? 'this is no answer to the script' : substr($answer, 1, -2);
        $heard = against(['evalsha' => [":1\r\n"], 'eval' => [$answer]], '?release=send', function ($store, $at) use (
            $reason,
            $told
        ) {
            released($store);
            $next = lock($store, 'next', autoRelease: false);
            $next->setLogger($logger = new ArrayLogger());
            same('the next operation is a success', true, $next->acquire());
            same(
                'which tells it',
                [['notice', $told, ['resource' => 'gone', 'reason' => $at.$reason]]],
                array_slice($logger->records, 2),
            );
            $logger->records = [];
            same('once', [true, []], [$next->isAcquired(), $logger->records]);
        });
        same('it is not sent again', 'connection evalsha eval evalsha evalsha', $heard);
    });
}

group('without a logger', function () {
    $answers = ['evalsha' => [":1\r\n"], 'eval' => ["-ERR no\r\n"]];
    foreach ([false, true] as $throw) {
        against($answers, '?release=send', function ($store, $at) use ($throw) {
            $seen = [];
            set_error_handler(function ($level, $message) use (&$seen, $throw) {
                $seen[] = [$level, $message];
                $throw && throw new Exception('of the handler');
            });
            released($store);
            same('the next operation is a success', true, lock($store, 'next', autoRelease: false)->acquire());
            restore_error_handler();
            $told = 'Symfony\Component\Lock\Lock::acquire(): Failed to release the "gone" lock, after it was let go '
                ."of: {$at}ERR no";
            same($throw ? 'a handler that throws spoils nothing' : 'a warning', [[E_WARNING, $told]], $seen);
        });
    }
});

/** Interrupts what is told by it. */
final class InterruptedLogger
{
    public int $told = 0;

    public function __call(string $level, array $arguments): void
    {
        if ('notice' === $level) {
            ++$this->told;
            Interruption::interrupt();
        }
    }
}

foreach (Interruption::each() as $class => $interruption) {
    group("$class while it is told", function () use ($class, $interruption) {
        $answers = ['evalsha' => [":1\r\n"], 'eval' => ["-ERR no\r\n"]];
        foreach (['acquire', 'isAcquired'] as $operation) {
            foreach ([false, true] as $throws) {
                against($answers, '?release=send', function ($store) use ($class, $interruption, $operation, $throws) {
                    $told = 0;
                    set_error_handler(function () use (&$told, $throws) {
                        ++$told;
                        Interruption::interrupt();
                        $throws && throw new Exception('of the handler');

                        return true;
                    });
                    released($store);
                    $next = lock($store, 'next', autoRelease: false);
                    same("$operation: it comes out", [$class, null], $interruption->of(fn () => $next->$operation()));
                    restore_error_handler();
                    same("$operation: when it was told", 1, $told);
                });
            }
            against($answers, '?release=send', function ($store) use ($class, $interruption, $operation) {
                released($store);
                $next = lock($store, 'next', autoRelease: false);
                $next->setLogger($logger = new InterruptedLogger());
                same("$operation, a logger", [$class, null], $interruption->of(fn () => $next->$operation()));
                same("$operation: the logger was told", 1, $logger->told);
            });
        }
    });
}

group('the connection ends before the answer', function () use ($told) {
    // The first release gets none; the acquisition behind it is sent again.
    $answers = ['evalsha' => [":1\r\n"], 'eval' => [false]];
    $heard = against($answers, '?release=send', function ($store) use ($told) {
        released($store);
        $next = lock($store, 'next', autoRelease: false);
        $next->setLogger($logger = new ArrayLogger());
        same('the next one', true, $next->acquire());
        check('told', 1 === substr_count($log = $logger->flush(), $told), $log);
    });
    $pattern = '/^connection evalsha eval (evalsha )?connection evalsha$/';
    check('on another connection', 1 === preg_match($pattern, $heard), $heard);
});

group('no answer in time', function () use ($told) {
    against(['evalsha' => [":1\r\n", null], 'eval' => [null]], '?release=send&read_timeout=0.2', function ($store) use (
        $told
    ) {
        released($store);
        $next = lock($store, 'next', autoRelease: false);
        $next->setLogger($logger = new ArrayLogger());
        raises(
            'the next one',
            Symfony\Component\Lock\Exception\LockAcquiringException::class,
            null,
            fn () => $next->acquire(),
        );
        outcome(fn () => $next->isAcquired());
        check('told', 1 === substr_count($log = $logger->flush(), $told), $log);
    });
});

group('the end of the request tells what is left', function () {
    $server = new FakeRedis(evalsha: [":1\r\n"], eval: ["-ERR no\r\n"]);
    $code = <<<'CODE'
        set_error_handler(fn () => print "not the handler\n");
        $store = new Symfony\Component\Lock\Store\RedisStore($argv[1]);
        $keys = array_map(fn ($name) => new Symfony\Component\Lock\Key($name), ['one', 'two']);
        $store->save($keys[0]);
        $store->delete($keys[0]);
        $store->save($keys[1]); // hears the answer, and no lock is there to tell it
        CODE;
    $out = Child::start($code, 'here', [], [], [$server->dsn('?release=send')])->finish();
    check(
        'a warning',
        str_contains($out, 'Warning: ') && str_contains($out, '"one"') && !str_contains($out, 'not the handler'),
        $out,
    );
    $server->stop();
});

group('and what has arrived by then', function () {
    $server = new FakeRedis(evalsha: [":1\r\n"], eval: ["-ERR no\r\n"], ping: ["+PONG\r\n"]);
    $code = <<<'CODE'
        final class Held { public static object $store; }
        Held::$store = new Symfony\Component\Lock\Store\RedisStore($argv[1]);
        $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('one'), Held::$store, 30);
        $lock->acquire();
        $lock->release();
        $server = stream_socket_client($argv[2]);
        fwrite($server, "*1\r\n\$4\r\nPING\r\n");
        echo fgets($server);
        CODE;
    $out = Child::start($code, 'here', [], [], [$server->dsn('?release=send'), "tcp://127.0.0.1:$server->port"])
        ->finish();
    check('a warning', 1 === substr_count($out, 'Failed to release the "one" lock'), $out);
    $server->stop();
});

foreach ([1, 2, 10] as $count) {
    group("a connection is closed before $count answers have come", function () use ($count, $told) {
        // It does not answer, for longer than anybody waits before closing.
        $answers = ['evalsha' => [":1\r\n"], 'eval' => [null]];
        $server = new FakeRedis(...$answers);
        $store = new RedisStore($server->dsn('?release=send'));
        $locks = array_map(fn ($i) => lock($store, "lock $i"), range(1, $count));
        array_walk($locks, fn ($lock) => $lock->acquire());
        array_walk($locks, fn ($lock) => $lock->release());
        unset($locks, $store);
        $next = lock(new Symfony\Component\Lock\Store\InMemoryStore());
        $next->setLogger($logger = new ArrayLogger());
        $next->acquire();
        $notices = array_values(array_filter($logger->records, fn ($record) => 'notice' === $record[0]));
        $reason = "Redis at 127.0.0.1:$server->port: no answer came in time";
        // That of the last one alone may come when it is closed: nothing is lost by that.
        same('told', 1 === $count ? [] : array_map(
            fn ($i) => ['notice', $told, ['resource' => "lock $i", 'reason' => $reason]],
            range(1, $count),
        ), $notices);
        $server->stop();
    });
}

$server = new OwnRedis();
$dsn = $server->dsn().'?release=send';

group('a late answer is nobody else\'s', function () use ($server, $dsn) {
    $holder = lock(new RedisStore($server->dsn()), $name = unique());
    $holder->acquire();
    $store = new RedisStore($dsn);
    for ($i = 0; $i < 100; ++$i) {
        $lock = lock($store);
        $got[] = $lock->acquire();
        $lock->release(); // is answered by 1 or 2
        $got[] = lock($store, $name)->acquire(); // is answered by 0 or less
    }
    same('each gets its own', [true, false], array_values(array_unique($got)));
});

group('after a fork', function () use ($dsn) {
    $store = new RedisStore($dsn);
    $lock = lock($store, $name = unique());
    $lock->acquire();
    $lock->release();
    usleep(50000); // its answer has come, and the parent has not read it
    $pid = pcntl_fork();
    if (!$pid) {
        // The parent's connection is not the child's to read.
        $own = lock($store, "$name-child");
        $ok = $own->acquire();
        $own->release();
        $ok = $ok && !$own->isAcquired();
        posix_kill(getmypid(), $ok ? SIGTERM : SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    same('the child has a connection of its own', SIGTERM, pcntl_wtermsig($status));
    same('the parent hears its answer', true, lock($store, $name)->acquire());
});

foreach ([1, 2, 8] as $count) {
    group("what is sent arrives, though the process ends ($count)", function () use ($server, $dsn, $count) {
        $code = <<<'CODE'
            $store = new Symfony\Component\Lock\Store\RedisStore($argv[1]);
            for ($i = 0; $i < $argv[2]; ++$i) {
                $locks[$i] = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key("$argv[3]-$i"), $store, 30);
                $locks[$i]->acquire();
            }
            echo "held\n";
            fgets(STDIN);
            echo seconds(function () use (&$locks, &$store) { $locks = $store = null; }), "\n";
            CODE;
        $child = Child::start($code, 'here', [], [], [$dsn, (string) $count, $name = unique()]);
        $child->hear();
        $server->signal(SIGSTOP);
        $child->say('end');
        // The answers before the last one are awaited for 0.1 s: the connection could be reset by them otherwise.
        $out = explode("\n", $child->finish(), 2);
        between('it does not wait long', $count > 1 ? 0.1 : 0.0, 2.0, $out[0]);
        $told = substr_count($out[1], 'no answer came in time');
        same('what is not known then is told', $count > 1 ? $count : 0, $told);
        $server->signal(SIGCONT);
        $free = fn () => array_sum(array_map(
            fn ($i) => $server->connect()->call('EXISTS', "$name-$i"),
            range(0, $count - 1),
        ));
        check('all are free', eventually(fn () => 0 === $free(), 3), $free().' are held');
    });
}
?>
--EXPECT--
ok: NOPERM
ok: READONLY
ok: MOVED
ok: NOSCRIPT
ok: LOADING
ok: OOM
ok: NOAUTH
ok: what
ok: without a logger
ok: Stopped while it is told
ok: StoppedAsRefused while it is told
ok: Slock\Exception\LockLostException while it is told
ok: the connection ends before the answer
ok: no answer in time
ok: the end of the request tells what is left
ok: and what has arrived by then
ok: a connection is closed before 1 answers have come
ok: a connection is closed before 2 answers have come
ok: a connection is closed before 10 answers have come
ok: a late answer is nobody else's
ok: after a fork
ok: what is sent arrives, though the process ends (1)
ok: what is sent arrives, though the process ends (2)
ok: what is sent arrives, though the process ends (8)
