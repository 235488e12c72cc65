--TEST--
RedisStore: an error inside a signal storm
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('an error inside a signal storm', function () {
    $server = new FakeRedis(null);
    $store = new RedisStore($server->dsn('?read_timeout=0.5'));
    pcntl_signal(SIGUSR1, function () {});
    $storm = Child::run(
        [
            '-r',
            'echo "go\n"; for ($i = 0; $i < 150; ++$i) { posix_kill((int) $argv[1], 10); usleep(10000); }',
            '--',
            (string) getmypid(),
        ],
        'here',
        ['posix'],
    );
    $storm->hear();
    $time = seconds(
        fn () => raises(
            'no answer',
            Symfony\Component\Lock\Exception\LockStorageException::class,
            'no answer within 0.5 seconds',
            fn () => lock($store)->isAcquired(),
        ),
    );
    between('signals do not make it longer: seconds', 0.49, 0.9, $time);
    $storm->kill();
    $storm->finish();
});
?>
--EXPECT--
ok: an error inside a signal storm
