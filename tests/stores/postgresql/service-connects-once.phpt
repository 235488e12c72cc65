--TEST--
PostgreSqlStore by DSN: a service with several servers is connected to once
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PostgreSqlStore;

// The kernel takes connections, and nobody answers.
$listeners = [stream_socket_server('tcp://127.0.0.1:0'), stream_socket_server('tcp://127.0.0.1:0')];
$ports = array_map(fn ($of) => substr(strrchr(stream_socket_get_name($of, false), ':'), 1), $listeners);
$taken = function ($listener): int {
    for ($count = 0; @stream_socket_accept($listener, 0.1); ++$count) {
    }

    return $count;
};
$asks = fn (string $parameters) => raises(
    'nobody answers',
    LockStorageException::class,
    'cannot connect within',
    fn () => (new PostgreSqlStore("pgsql:connect_timeout=0.3;$parameters"))->save(new Key(unique())),
);

$hosts = "host=127.0.0.1,127.0.0.1\nport=".implode(',', $ports)."\n";
$own = "sslmode=disable\ngssencmode=disable\nuser=u\ndbname=d\n";
foreach ([
    'which one is left open' => $hosts,
    'any' => "{$hosts}target_session_attrs=any\n",
    'one that reads' => "{$hosts}target_session_attrs=read-only\n",
    'one server' => "host=127.0.0.1\nport=$ports[0]\n",
] as $what => $lines) {
    group($what, function () use ($lines, $own, $asks, $taken, $listeners) {
        file_put_contents($file = temporary_directory().'/services', "[locks]\n$lines$own");
        putenv("PGSERVICEFILE=$file");
        $asks('service=locks');
        same('connections', [1, 0], array_map($taken, $listeners));
    });
}
?>
--EXPECT--
ok: which one is left open
ok: any
ok: one that reads
ok: one server
