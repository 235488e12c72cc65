--TEST--
RedisStore: where a DSN leads: socket, host, port, database, user
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;

$server = new OwnRedis('--bind', '127.0.0.1', '-::1');
$admin = $server->connect();
$secret = 'p:a@ss/w?o%r#d&=+ "é';
$encoded = rawurlencode($secret);
foreach (['a.user', 'us@er:1'] as $user) {
    $admin->call('ACL', 'SETUSER', $user, 'on', ">$secret", '~*', '+@all');
}
$admin->call('ACL', 'SETUSER', 'open', 'on', 'nopass', '~*', '+@all');
$admin->call('ACL', 'SETUSER', 'simple', 'on', '>simple', '>p?ss', '>s%', '~*', '+@all');
[$port, $socket] = [$server->port, $server->socket];
$ipv6 = str_contains((string) @file_get_contents('/proc/net/if_inet6'), ' lo');

$table = [
    // DSN => database, user, by socket
    "redis://127.0.0.1:$port" => [0, 'default', false],
    "redis://127.0.0.1:$port/" => [0, 'default', false],
    "redis://127.0.0.1:$port/0" => [0, 'default', false],
    "redis://127.0.0.1:$port/13" => [13, 'default', false],
    "redis://127.0.0.1:$port/003" => [3, 'default', false],
    "redis://127.0.0.1:$port?dbindex=5" => [5, 'default', false],
    "redis://127.0.0.1:$port/?dbindex=5" => [5, 'default', false],
    "redis://127.0.0.1:$port/5?dbindex=5" => [5, 'default', false],
    "redis://localhost:$port/1" => [1, 'default', false],
    "redis:?host[127.0.0.1:$port]" => [0, 'default', false],
    "redis:?host[127.0.0.1:$port]&dbindex=4" => [4, 'default', false],
    "redis:?host[localhost:$port]=&dbindex=2" => [2, 'default', false],
    "redis:?host[$socket]" => [0, 'default', true],
    "redis:?host[$socket:]&dbindex=6" => [6, 'default', true],
    "redis://$socket" => [0, 'default', true],
    "redis:$socket" => [0, 'default', true],
    "redis://$socket/" => [0, 'default', true],
    "redis://$socket/9" => [9, 'default', true],
    "redis://$socket?dbindex=8" => [8, 'default', true],
    "redis://$socket/8?dbindex=8" => [8, 'default', true],
    "valkey://127.0.0.1:$port/2" => [2, 'default', false],
    "valkey:$socket" => [0, 'default', true],
    "redis://@127.0.0.1:$port/1" => [1, 'default', false],
    "redis://:@127.0.0.1:$port/1" => [1, 'default', false],
    "redis://default:@127.0.0.1:$port/1" => [1, 'default', false],
    "redis://a.user:$encoded@127.0.0.1:$port/1" => [1, 'a.user', false],
    "redis://us%40er%3A1:$encoded@127.0.0.1:$port/1" => [1, 'us@er:1', false],
    "redis://a.user:$encoded@$socket/1" => [1, 'a.user', true],
    "redis://open:@127.0.0.1:$port" => [0, 'open', false],
    "redis://open:anything@127.0.0.1:$port" => [0, 'open', false],
    "redis://simple:simple@127.0.0.1:$port" => [0, 'simple', false],
    "redis://simple:p?ss@127.0.0.1:$port" => [0, 'simple', false],
    "redis://simple:s%25@127.0.0.1:$port" => [0, 'simple', false],
    "redis://simple:s%@127.0.0.1:$port" => [0, 'simple', false],
    "redis://127.0.0.1:$port?auth[]=a.user&auth[]=$encoded" => [0, 'a.user', false],
    "redis://127.0.0.1:$port?auth[0]=simple&auth[1]=simple" => [0, 'simple', false],
    "redis://simple:wrong@127.0.0.1:$port?auth[]=simple&auth[]=simple" => [0, 'simple', false],
    "redis:?host[127.0.0.1:$port]&auth[]=simple&auth[]=simple&dbindex=3" => [3, 'simple', false],
    "redis://127.0.0.1:$port?auth=" => [0, 'default', false],
    "redis://127.0.0.1:$port?timeout=0.5&read_timeout=2&tcp_keepalive=5&persistent=0&retry_interval=1&lazy=1&class=Redis" =>
        [
        0,
        'default',
        false,
    ],
    "redis://127.0.0.1:$port?timeout=0&read_timeout=0&tcp_keepalive=0" => [0, 'default', false],
    "redis://127.0.0.1:$port?redis_cluster=0&persistent=off" => [0, 'default', false],
    "redis://127.0.0.1:$port?persistent=1" => [0, 'default', false],
    "redis://127.0.0.1:$port?persistent_id=locks" => [0, 'default', false],
    "redis://127.0.0.1:$port?persistent=on&dbindex=1" => [1, 'default', false],
] + (
    $ipv6
    ? ["redis://[::1]:$port/3" => [3, 'default', false], "redis://simple:simple@[::1]:$port" => [0, 'simple', false]]
    : []
);

foreach ($table as $dsn => [$database, $user, $bySocket]) {
    foreach ([
        'new' => fn () => new RedisStore($dsn),
        'factory' => fn () => StoreFactory::createStore($dsn),
    ] as $how => $make) {
        $what = strtr("$how $dsn", [$port => 'PORT', $socket => 'SOCKET']);
        group($what, function () use ($make, $admin, $database, $user, $bySocket) {
            $store = $make();
            $store->save($key = new Key($name = unique()));
            preg_match(
                '/ addr=(\S+) .* db=(\d+) .*cmd=eval\S* user=(\S+) /',
                current(array_filter(
                    explode("\n", $admin->call('CLIENT', 'LIST')),
                    fn ($line) => str_contains($line, 'cmd=eval'),
                )),
                $m,
            );
            same('database', $database, (int) $m[2]);
            same('user', $user, $m[3]);
            same('socket', $bySocket, !preg_match('/:[1-9]\d*$/', $m[1]));
            $admin->call('SELECT', $database);
            same('the lock is there', 1, $admin->call('EXISTS', $name));
            $store->delete($key);
            same('and gone', 0, $admin->call('EXISTS', $name));
        });
        // Persistent connections stay in the way of the next one.
        $admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    }
}

group('port 6379 is the default', function () {
    foreach (['redis://127.0.0.1', 'redis://127.0.0.1/1', 'redis:?host[127.0.0.1]'] as $dsn) {
        $end = outcome(
            fn () => (new RedisStore(
                "$dsn".(str_contains($dsn, '?') ? '&' : '?').'timeout=0.5&auth=nobody-has-this',
            ))->save(new Key('x')),
        );
        check($dsn, str_contains($end, 'Redis at 127.0.0.1:6379: '), $end);
    }
});
?>
--EXPECTREGEX--
\A(ok: (new|factory) \S+\n){80,}ok: port 6379 is the default\n?\Z
