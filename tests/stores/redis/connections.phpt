--TEST--
RedisStore: one connection per process and DSN, closed with the request unless persistent, and not inherited by programs
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$admin->call('ACL', 'SETUSER', 'worker', 'on', '>w', '~*', '+@all');

/** The ids of the connections that RedisStore has made. */
function connections(): array
{
    global $admin;
    preg_match_all('/^id=(\d+) .* cmd=eval/m', $admin->call('CLIENT', 'LIST'), $m);

    return $m[1];
}

group('sharing', function () use ($server) {
    $use = fn (string $rest = '', string $before = '') =>
        (new RedisStore("redis://{$before}127.0.0.1:$server->port$rest"))->exists(new Key('x'));
    $stores = [];
    $count = function (string $dsn) use (&$stores) {
        $stores[] = $store = new RedisStore($dsn);
        $store->exists(new Key('x'));

        return count(connections());
    };
    $at = "127.0.0.1:$server->port";
    same('one', 1, $count("redis://$at"));
    same('the same DSN', 1, $count("redis://$at"));
    same('other words for it', 1, $count("valkey://$at/0?timeout=5"));
    same('another database', 2, $count("redis://$at/1"));
    same('the same other database', 2, $count("redis://$at?dbindex=1"));
    same('another user', 3, $count("redis://worker:w@$at"));
    same('the same other user', 3, $count("redis://$at?auth[]=worker&auth[]=w"));
    same('another timeout', 4, $count("redis://$at?read_timeout=2"));
    same('a unix socket', 5, $count("redis://$server->socket"));
    same('persistent', 6, $count("redis://$at?persistent=1"));
    same('another name for it', 7, $count("redis://$at?persistent_id=a"));
    $stores = [];
    check('closed with the last store, but for the persistent ones', eventually(fn () => 2 === count(connections())));
});

group('not before it is needed', function () use ($server) {
    $before = count(connections());
    $store = new RedisStore($server->dsn().'?read_timeout=3');
    lock($store);
    same('a store and a lock', $before, count(connections()));
    $store->exists(new Key('x'));
    same('an operation', $before + 1, count(connections()));
});

group('programs that are started do not have it', function () use ($server) {
    $store = new RedisStore($server->dsn());
    $sockets = fn ($pid) => array_filter(
        array_map(fn ($link) => @readlink($link), glob("/proc/$pid/fd/*")),
        fn ($link) => str_starts_with((string) $link, 'socket:'),
    );
    $before = $sockets('self');
    $store->exists(new Key('x'));
    $own = array_values(array_diff($sockets('self'), $before));
    same('one socket more', 1, count($own));
    $process = proc_open(['sleep', '60'], [], $pipes);
    $pid = proc_get_status($process)['pid'];
    check('it runs', eventually(fn () => str_contains(file_get_contents("/proc/$pid/cmdline"), 'sleep')));
    same('and does not have it', [], array_intersect($own, $sockets($pid)));
    proc_terminate($process, 9);
});

group('requests', function () use ($server) {
    $dir = temporary_directory();
    file_put_contents("$dir/index.php", '<?php
        $store = new Symfony\Component\Lock\Store\RedisStore(base64_decode($_GET["dsn"]));
        $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key("web"), $store, 30);
        echo $lock->acquire() ? "acquired" : "refused";
        if (isset($_GET["exit"])) { exit; }
        if (isset($_GET["fatal"])) { trigger_error("fatal", E_USER_ERROR); }
        $lock->release();
    ');
    $address = '127.0.0.1:'.free_port();
    $web = Child::run(['-S', $address, '-t', $dir], 'here', [], ['extension_dir' => ini_get('extension_dir')]);
    check('it answers', eventually(fn () => false !== @fsockopen(...explode(':', $address))));
    $request = function (string $dsn, string $rest = '') use ($address) {
        $answer = file_get_contents(
            "http://$address/?dsn=".base64_encode($dsn).$rest,
            false,
            stream_context_create(['http' => ['ignore_errors' => true]]),
        );

        return strtok($answer, "\n<");
    };
    $before = connections();
    $plain = $server->dsn().'/5';
    $persistent = $server->dsn().'/6?persistent=1';
    $new = fn () => array_values(array_diff(connections(), $before));

    foreach (['', '&exit=1', '&fatal=1'] as $rest) {
        same("a request$rest", 'acquired', $request($plain, $rest));
        check("and its connection is closed$rest", eventually(fn () => [] === $new()));
        if ('&fatal=1' === $rest) {
            global $admin;
            $admin->call('FLUSHALL'); // nobody releases after a fatal error
        }
    }
    same('persistent', 'acquired', $request($persistent));
    $kept = $new();
    same('the connection is kept', 1, count($kept));
    foreach (['', '&exit=1', '', '&fatal=1'] as $rest) {
        same("another request$rest", 'acquired', $request($persistent, $rest));
        same("has the same connection$rest", $kept, $new());
    }
    $admin->call('FLUSHALL');
    same('after a fatal error', 'acquired', $request($persistent));
    same('the same', $kept, $new());
    same('one that is not persistent beside it', 'acquired', $request($plain));
    check('goes', eventually(fn () => $kept === $new()));
    $admin->call('CLIENT', 'KILL', 'ID', $kept[0]);
    same('the server has closed it', 'acquired', $request($persistent));
    $again = $new();
    check('another one is kept', 1 === count($again) && $again !== $kept);
    $web->kill(15);
    $web->finish();
    check('the end of the server ends it', eventually(fn () => [] === $new()));
});
?>
--EXPECT--
ok: sharing
ok: not before it is needed
ok: programs that are started do not have it
ok: requests
