--TEST--
PostgreSqlStore by DSN: a server that takes no more connections, so that no wait can be cancelled, ends waits at their deadline all the same, and an exception of a handler does not wait for it
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
PHP_OS_FAMILY === 'Linux' or exit('skip other systems refuse a connection when their queue is full'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PostgreSqlStore;

// Passes one connection on, and never takes another one; its queue has room for one more.
$proxy = Child::start(
    '$context = stream_context_create(["socket" => ["backlog" => 0]]);
    $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
    $listener = stream_socket_server("tcp://127.0.0.1:0", $c, $m, $flags, $context);
    echo substr(strrchr(stream_socket_get_name($listener, false), ":"), 1), "\n";
    $pair = [stream_socket_accept($listener, 30), stream_socket_client("tcp://$argv[1]:$argv[2]")];
    while ($read = [...$pair, STDIN]) {
        $none = null;
        stream_select($read, $none, $none, 60);
        foreach ($read as $stream) {
            $data = fread($stream, 8192);
            if ("" === $data || false === $data) {
                exit;
            }
            fwrite($stream === $pair[0] ? $pair[1] : $pair[0], $data);
        }
    }',
    'here',
    [],
    [],
    [pg('HOST'), pg('PORT')],
);
$port = (int) $proxy->hear();
$factory = new LockFactory(new PostgreSqlStore(pg_dsn([
    'host' => '127.0.0.1',
    'port' => $port,
    'sslmode' => 'disable',
    'gssencmode' => 'disable',
    'connect_timeout' => 1,
    'command_timeout' => 1,
])));
same('connected', true, $factory->createLock(unique())->acquire());
for ($queue = []; $queued = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 0.3); ) {
    $queue[] = $queued;
}
check('the queue is full', count($queue) < 5, (string) count($queue));

$watcher = pg_pdo();
$watcher->query('SELECT pg_advisory_lock('.crc32($resource = unique()).')');
$took = seconds(fn () => same('in vain', false, $factory->createLock($resource)->acquire(true, 0.2)));
between('seconds', 0.2, 0.9, $took);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new LogicException('enough'));
pcntl_alarm(1);
$took = seconds(
    fn () => raises(
        'interrupted',
        LogicException::class,
        'enough',
        fn () => $factory->createLock($resource)->acquire(true),
    ),
);
between('seconds until then', 1.0, 4.0, $took);
// The proxy has gone with its connection.
raises('no session is left', LockAcquiringException::class, null, fn () => $factory->createLock($resource)->acquire());
$watcher->query('SELECT pg_advisory_unlock_all()');
same(
    'what waited at the server has gone',
    true,
    eventually(fn () => 0 === pg_locks($watcher, $resource) + pg_locks($watcher, $resource, false)),
);
?>
--EXPECT--
ok: connected
ok: the queue is full
ok: in vain
ok: seconds
ok: interrupted
ok: seconds until then
ok: no session is left
ok: what waited at the server has gone
