--TEST--
RedisStore by DSN with TLS: a connection that was closed is opened again
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server', 'redis tls'); ?>
--FILE--
<?php
require __DIR__.'/tls.inc';

use Symfony\Component\Lock\Store\RedisStore;

$ca = tls_ca();
$dir = dirname($ca);
$tls = low_port();
$server = new OwnRedis(
    '--tls-port',
    (string) $tls,
    '--tls-cert-file',
    "$dir/server.crt",
    '--tls-key-file',
    "$dir/server.key",
    '--tls-ca-cert-file',
    $ca,
    '--tls-auth-clients',
    'no',
);
$witness = new Witness($server);
$killed = function () use ($server, $tls): int {
    $admin = $server->connect();
    $killed = 0;
    foreach (explode("\n", $admin->call('CLIENT', 'LIST')) as $line) {
        if (preg_match("/^id=(\\d+) .* laddr=127.0.0.1:$tls /", $line, $m)) {
            $killed += $admin->call('CLIENT', 'KILL', 'ID', $m[1]);
        }
    }

    return $killed;
};
$lock = lock(new RedisStore("rediss://127.0.0.1:$tls?ssl[cafile]=$ca"), null, 30, false);
$lock->acquire();
$lock->isAcquired();
same('one', 1, $killed());
same('is opened again', 'evalsha', $witness->commands(fn () => same('held', true, $lock->isAcquired())));
$lock->release();

// Of a release that is not awaited nobody would hear.
$lock = lock(new RedisStore("rediss://127.0.0.1:$tls?ssl[cafile]=$ca&release=send"), 'sent', 30, false);
same('held again', true, $lock->acquire());
same('killed', 1, $killed());
usleep(100000);
$lock->release();
same('is released', true, eventually(fn () => 0 === $server->connect()->call('EXISTS', 'sent'), 2));
?>
--EXPECT--
ok: one
ok: held
ok: is opened again
ok: held again
ok: killed
ok: is released
