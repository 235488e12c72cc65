--TEST--
RedisStore: scripts that the server has forgotten are sent again
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

$server = new OwnRedis();
$witness = new Witness($server);
$admin = $server->connect();
foreach (ways($server->port) as $way => $makeStore) {
    group($way, function () use ($admin, $witness, $makeStore) {
        $lock = lock($makeStore());
        $lock->isAcquired();
        foreach ([1, 2] as $time) {
            foreach (['acquire', 'acquireRead', 'refresh', 'isAcquired', 'release'] as $method) {
                $admin->call('SCRIPT', 'FLUSH');
                same(
                    "$method after SCRIPT FLUSH, time $time",
                    'evalsha eval',
                    $witness->commands(function () use ($lock, $method) {
                        check("$method works", in_array($lock->$method(), [true, null], true));
                    }),
                );
            }
            same("released, time $time", false, $lock->isAcquired());
        }
        $lock->acquire();
        $admin->call('SCRIPT', 'FLUSH');
        same('the destructor', 'evalsha eval', $witness->commands(function () use (&$lock) { $lock = null; }));
        same('nothing is left', [], $admin->call('KEYS', '*'));
    });
}
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
