--TEST--
PostgreSqlStore by DSN: a wait whose statement does not reach the server ends at its deadline, says so, and leaves nothing at the server
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/side-by-side.inc';
require __DIR__.'/../../inc/left-behind.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\PostgreSqlStore;

const ON_THE_WAY = 0.4;

/** A way to the server on which statements that wait for a lock are slow, while requests to cancel them are not. */
function slow_way($listener): void
{
    $peers = $late = [];
    for (;;) {
        $read = [$listener, ...array_column($peers, 0)];
        $write = $except = null;
        if (@stream_select($read, $write, $except, 0, 10_000)) {
            foreach ($read as $ready) {
                if ($ready === $listener) {
                    $client = stream_socket_accept($ready);
                    $server = stream_socket_client('tcp://'.pg('HOST').':'.pg('PORT'));
                    $peers[(int) $client] = [$client, $server];
                    $peers[(int) $server] = [$server, $client];
                } elseif (isset($peers[(int) $ready])) {
                    $other = $peers[(int) $ready][1];
                    $bytes = (string) fread($ready, 65536);
                    if ('' === $bytes && feof($ready)) {
                        unset($peers[(int) $ready], $peers[(int) $other]);
                        fclose($ready);
                        fclose($other);
                    } elseif (str_contains($bytes, 'pg_advisory_lock(')) {
                        $late[] = [now() + ON_THE_WAY, $other, $bytes];
                    } else {
                        @fwrite($other, $bytes);
                    }
                }
            }
        }
        while ($late && $late[0][0] <= now()) {
            [, $server, $bytes] = array_shift($late);
            is_resource($server) && fwrite($server, $bytes);
        }
    }
}

$listener = stream_socket_server('tcp://127.0.0.1:0');
$proxy = Peer::start(fn () => slow_way($listener));
$port = substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
$store = new PostgreSqlStore(pg_dsn([
    'host' => '127.0.0.1',
    'port' => $port,
    'sslmode' => 'disable',
    'gssencmode' => 'disable',
]));
$holder = lock_on(new PostgreSqlStore(pg_dsn()), $resource = unique());
$holder->acquire();
$lock = lock_on($store, $resource);
same('taken', false, $lock->acquire());

// The round trip of this connection is short.
$took = seconds(fn () => raises('in vain', LockAcquiringException::class, null, fn () => $lock->acquire(true, 0.1)));
between('seconds', 0.1, 0.1 + 0.3, $took);
same(
    'nothing is left behind',
    true,
    eventually(
        fn () => ['granted locks' => 1, 'awaited locks' => 0, 'pending statements' => 0] === in_postgresql($resource),
    ),
);
same('another session is opened', [false, true], [$lock->acquire(), $holder->isAcquired()]);
$holder->release();
same('free', true, $lock->acquire());
$proxy->kill();
?>
--EXPECT--
ok: taken
ok: in vain
ok: seconds
ok: nothing is left behind
ok: another session is opened
ok: free
