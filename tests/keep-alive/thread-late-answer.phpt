--TEST--
An answer to a renewal of the thread that is read after the lifetime does not bring the lock back: the loss is told
--SKIPIF--
<?php
require __DIR__.'/../inc/need.inc';
need('redis-server');
need_command('strace');
?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/redis.inc';

$server = new OwnRedis();

// The first answer that any thread reads is read late: one for PHP here, and that of the first renewal, of 0.8 s.
echo Child::start(<<<'CODE'
    use Slock\KeepAlive;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\RedisStore;

    $store = new RedisStore($argv[1]);
    $store->exists(new Key('other'));
    $lock = new Lock(new Key('r'), $store, 2.4, false);
    same('acquired', true, $lock->acquire());
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function (Lock $lock, Throwable $e) use (&$told) {
        ++$told;
    });
    // The server has renewed it until 3.2 s, and the answer is read after 2.6 s.
    usleep(2900000);
    same('lost', true, $keep->isLost());
    same('told', true, eventually(fn () => 1 === $told, 5));
    CODE, 'here', [], [], [$server->dsn()], [
    'strace', '-f', '-o', $trace = temporary_directory().'/trace', '-e', 'trace=recvfrom',
    '-e', 'inject=recvfrom:delay_enter=1800000:when=1',
])->finish();
same('delayed answers', 2, substr_count(file_get_contents($trace), 'DELAYED'));
?>
--EXPECT--
ok: acquired
ok: lost
ok: told
ok: delayed answers
