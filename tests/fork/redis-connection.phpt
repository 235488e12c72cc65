--TEST--
RedisStore and fork: a child uses a connection of its own and never the parent's
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../stores/redis/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$witness = new Witness($server);

/** The ids of the connections that RedisStore has made. */
function connections(?Resp $admin = null): array
{
    preg_match_all('/^id=(\d+) .* cmd=eval/m', ($admin ?? $GLOBALS['admin'])->call('CLIENT', 'LIST'), $m);

    return $m[1];
}

/** Runs $f in a child, which then ends as told, and waits for it. */
function in_child(callable $f, string $end = 'exit'): int
{
    if (0 === $pid = pcntl_fork()) {
        ob_start(); // what the parent has printed is the parent's
        $f();
        ob_end_clean();
        if ('SIGKILL' === $end) {
            posix_kill(getmypid(), 9);
        }
        if ('exception' === $end) { // where nobody catches it
            ini_set('display_errors', 0);
            register_shutdown_function(fn () => throw new Exception());
        }
        exit(0);
    }
    pcntl_waitpid($pid, $status);

    return $status;
}

foreach ([
    "redis://127.0.0.1:$server->port",
    "redis://$server->socket",
    "redis://127.0.0.1:$server->port?persistent=1",
] as $i => $dsn) {
    group(['TCP', 'unix socket', 'persistent'][$i], function () use ($dsn, $server, $witness) {
        $store = new RedisStore($dsn);
        $store->save($key = new Key($name = unique()));
        $store->exists($key);
        $parents = connections();
        same('the parent has one connection', 1, count($parents));
        $sockets = fn () => array_filter(
            array_map(fn ($link) => @readlink($link), glob('/proc/self/fd/*')),
            fn ($link) => str_starts_with((string) $link, 'socket:'),
        );
        $mine = $sockets();

        $report = tempnam(sys_get_temp_dir(), 'slock');
        foreach (['exit', 'SIGKILL', 'exception'] as $end) {
            $commands = $witness->commands(
                fn () => in_child(function () use ($store, $key, $report, $server, $sockets) {
                    $store->exists($key);
                    $store->exists($key);
                    $count = count($sockets());
                    file_put_contents($report, serialize([connections($server->connect()), $count]));
                }, $end),
            );
            [$all, $count] = unserialize(file_get_contents($report));
            same("$end: what the child has sent", 'evalsha evalsha', $commands);
            same("$end: the parent's connection and the child's own", 2, count($all));
            check("$end: the parent's is still there", in_array($parents[0], $all, true));
            same("$end: the child has closed its copy of the parent's", count($mine), $count);
            check("$end: the child's is gone with it", eventually(fn () => $parents === connections()));
            same("$end: the parent goes on", true, $store->exists($key));
            same("$end: on its connection", $parents, connections());
        }
        unlink($report);

        // A child that does not use the store says nothing to the server, not even good-bye.
        same('an idle child', '', $witness->commands(fn () => in_child(fn () => null)));
        same('an idle child that drops the store', '', $witness->commands(function () use (&$store) {
            in_child(function () use (&$store) { $store = null; });
        }));
        same('the parent goes on', true, $store->exists($key));
        same('on its connection', $parents, connections());

        // Both at once: no answer goes to the wrong one.
        $pid = pcntl_fork();
        $own = new Key(unique());
        $wrong = 0;
        for ($i = 0; $i < 500; ++$i) {
            $store->save($own);
            $wrong += !$store->exists($own) + !$store->exists($key);
            $store->delete($own);
            $wrong += $store->exists($own);
        }
        if (0 === $pid) {
            exit(min(255, $wrong));
        }
        pcntl_waitpid($pid, $status);
        same('the parent gets its own answers', 0, $wrong);
        same('the child too', 0, pcntl_wexitstatus($status));

        // A child of a child.
        same('generations', 0, pcntl_wexitstatus(in_child(function () use ($store, $key) {
            $status = in_child(fn () => $store->exists($key) || exit(1));
            $store->exists($key) || exit(2);
            $status && exit(3);
        })));
        $store->delete($key);
    });
}
?>
--EXPECT--
ok: TCP
ok: unix socket
ok: persistent
