--TEST--
RedisStore: a value of another kind in the lock's place is an exception, and is left alone
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;

$server = new OwnRedis();
$admin = $server->connect();
foreach (ways($server->port) as $way => $makeStore) {
    group($way, function () use ($admin, $makeStore) {
        foreach ([
            'list' => ['RPUSH', 'x'],
            'hash' => ['HSET', 'f', 'v'],
            'set' => ['SADD', 'x'],
        ] as $type => $command) {
            $name = unique();
            $admin->call(array_shift($command), $name, ...$command);
            foreach (['acquire', 'acquireRead', 'refresh', 'isAcquired', 'release'] as $method) {
                try {
                    check("$type: $method", false, show(lock($makeStore(), $name)->$method()));
                } catch (ExceptionInterface $e) {
                    check(
                        "$type: $method",
                        str_contains(chain($e), 'LockStorageException: ')
                            && str_contains(
                                chain($e),
                                'WRONGTYPE Operation against a key holding the wrong kind of value',
                            ),
                        chain($e),
                    );
                }
            }
            same("$type: left alone", $type, $admin->call('TYPE', $name));
        }
    });
}
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
