--TEST--
PostgreSqlStore by DSN: of several hosts one to which the way is silent takes its share of the time, and no more
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
PHP_OS_FAMILY === 'Linux' or exit('skip other systems refuse a connection when their queue is full'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/** Takes no connections: its queue is full, and the kernel drops who wants to come in. */
$context = stream_context_create(['socket' => ['backlog' => 0]]);
$flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$listener = stream_socket_server('tcp://127.0.0.1:0', $code, $message, $flags, $context);
$silent = substr(strrchr($address = stream_socket_get_name($listener, false), ':'), 1);
for ($queue = []; $queued = @stream_socket_client("tcp://$address", $code, $message, 0.2); ) {
    $queue[] = $queued;
}
// Nobody listens there any more.
$refuses = (string) free_port();

$lock = fn (array $hosts, float $connectTimeout) => new Lock(
    new Key(unique()),
    new PostgreSqlStore(pg_dsn([
        'host' => implode(',', array_column($hosts, 0)),
        'port' => implode(',', array_column($hosts, 1)),
        'connect_timeout' => $connectTimeout,
    ])),
    null,
);
$real = [pg('HOST'), pg('PORT')];
[$silent, $refuses] = [['127.0.0.1', $silent], ['127.0.0.1', $refuses]];
$error = function (Lock $lock): string {
    try {
        return json_encode($lock->acquire());
    } catch (Exception $e) {
        return preg_replace('/\d{2,}|\d\.\d+/', 'N', $e->getPrevious()->getMessage());
    }
};

same('silent, real', true, $lock([$silent, $real], 1.4)->acquire());
same('silent, refused, real', true, $lock([$silent, $refuses, $real], 1.5)->acquire());
same('real, silent', true, $lock([$real, $silent], 2)->acquire());
same('silent, real, with a deadline', true, $lock([$silent, $real], 60)->acquire(true, 1.4));
$took = seconds(function () use ($error, $lock, $silent, &$message) {
    $message = $error($lock([$silent, ['localhost', $silent[1]]], 0.6));
});
same('silent, silent', 'PostgreSQL at localhost:N: cannot connect within N seconds', $message);
between('all the time', 0.6, 2.0, $took);
check(
    'silent, refused',
    str_contains($message = $error($lock([$silent, $refuses], 0.4)), '(a server that did not answer was given up): '),
    $message,
);
$took = seconds(fn () => $error($lock([$silent], 0.4)));
between('one host has all the time', 0.4, 1.8, $took);
?>
--EXPECT--
ok: silent, real
ok: silent, refused, real
ok: real, silent
ok: silent, real, with a deadline
ok: silent, silent
ok: all the time
ok: silent, refused
ok: one host has all the time
