--TEST--
RedisStore: a release by the destructor that fails is one warning, or a notice for the logger
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$at = "Redis at 127.0.0.1:$server->port: ";

group('destructors', function () use ($admin, $server, $at) {
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings) {
        return (bool) $warnings[] = [$level, $message];
    });
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $admin->call('DEL', $name);
    $admin->call('RPUSH', $name, 'x');
    $lock = null;
    same('one warning', 1, count($warnings));
    same('of level E_WARNING', E_WARNING, $warnings[0][0] ?? null);
    check(
        'that says why',
        str_contains($warnings[0][1] ?? '', "Failed to release the \"$name\" lock automatically: {$at}WRONGTYPE"),
        $warnings[0][1] ?? '',
    );
    $warnings = [];
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->setLogger($logger = new ArrayLogger());
    $lock->acquire();
    $logger->flush();
    $admin->call('DEL', $name);
    $admin->call('RPUSH', $name, 'x');
    $lock = null;
    same('the logger gets it', ['notice'], $logger->levels());
    same('and nobody else', [], $warnings);
    restore_error_handler();
});
?>
--EXPECT--
ok: destructors
