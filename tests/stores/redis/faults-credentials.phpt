--TEST--
RedisStore: missing and wrong credentials are an exception, and no message, trace or dump shows a password
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;

$password = 'sesame-'.bin2hex(random_bytes(4));
$server = new OwnRedis('--requirepass', $password);
$admin = $server->connect();
$admin->call('AUTH', $password);
$admin->call('ACL', 'SETUSER', 'worker', 'on', ">w$password", '~*', '+@all');
$port = $server->port;

/** Everything that can be seen of an exception, but for what this test itself holds. */
function seen(Throwable $e): string
{
    for ($out = ''; $e; $e = $e->getPrevious()) {
        $ours = array_filter($e->getTrace(), fn ($frame) => str_starts_with($frame['class'] ?? '', 'Symfony\\'));
        $out .= $e->getMessage().$e->getTraceAsString().print_r($ours, true).$e;
    }

    return $out;
}

$wrong = 'wrong'.$password;
$cases = [
    'NOAUTH' => ["redis://127.0.0.1:$port", 'NOAUTH Authentication required.'],
    'NOAUTH with a database' => ["redis://127.0.0.1:$port/2", 'NOAUTH Authentication required.'],
    'WRONGPASS' => ["redis://$wrong@127.0.0.1:$port", 'WRONGPASS invalid username-password pair or user is disabled.'],
    'WRONGPASS with a database' => [
        "redis://$wrong@127.0.0.1:$port/2",
        'WRONGPASS invalid username-password pair or user is disabled.',
    ],
    'a wrong user' => ["redis://nobody:$password@127.0.0.1:$port", 'WRONGPASS '],
    'a wrong password of a user' => ["redis://worker:$wrong@127.0.0.1:$port", 'WRONGPASS '],
    'a wrong password in auth' => ["redis://127.0.0.1:$port?auth=$wrong", 'WRONGPASS '],
    'a wrong list in auth' => ["redis://127.0.0.1:$port?auth[]=worker&auth[]=$wrong", 'WRONGPASS '],
    'a database that does not exist' => ["redis://$password@127.0.0.1:$port/99", 'ERR DB index is out of range'],
];
foreach ($cases as $what => [$dsn, $text]) {
    group($what, function () use ($dsn, $text, $port, $password) {
        fails('every operation', fn () => new RedisStore($dsn), "Redis at 127.0.0.1:$port: $text");
        $store = new RedisStore($dsn);
        try {
            lock($store)->acquire();
        } catch (Throwable $e) {
            check('nothing shows the password', !str_contains(seen($e), $password));
        }
        ob_start();
        var_dump($store);
        print_r($store);
        var_dump((array) $store);
        check('nor does a dump', !str_contains(ob_get_clean(), $password));
    });
}

group('malformed DSNs', function () use ($password) {
    foreach ([
        "redis://$password@host:99999", "redis://$password@host?timeout=abc", "redis://user:$password@host/x",
        "redis://$password@", "redis:?auth=$password", "redis://a?auth=$password@host", "rediss://$password@host?ssl=1",
        "redis://$password@host/1?redis_cluster=1",
        "redis://$password@host?host[a:b]",
        "redis://host?auth[][]=$password",
        "redis://$password@host:0",
    ] as $dsn) {
        foreach ([
            'new' => fn () => new RedisStore($dsn),
            'factory' => fn () => StoreFactory::createStore($dsn),
        ] as $how => $f) {
            try {
                $f();
                check("$how $dsn is refused", false);
            } catch (Symfony\Component\Lock\Exception\InvalidArgumentException $e) {
                check("$how $dsn", !str_contains(seen($e), $password), $e->getMessage());
                same(
                    "$how: the trace hides it",
                    'new' === $how ? 1 : 2,
                    substr_count(print_r($e->getTrace(), true), 'SensitiveParameterValue'),
                );
            }
        }
    }
});

group('right ones', function () use ($password, $port, $server) {
    $admin = $server->connect();
    $admin->call('AUTH', $password);
    foreach ([
        'default' => [
            "redis://$password@127.0.0.1:$port",
            "redis://:$password@127.0.0.1:$port",
            "redis://default:$password@127.0.0.1:$port",
            "redis://127.0.0.1:$port?auth=$password",
            "redis://127.0.0.1:$port?auth[]=$password",
            "redis://127.0.0.1:$port?auth[]=default&auth[]=$password",
            "redis://wrong@127.0.0.1:$port?auth=$password",
            "redis://$password@$server->socket",
        ],
        'worker' => [
            "redis://worker:w$password@127.0.0.1:$port",
            "redis://127.0.0.1:$port?auth[]=worker&auth[]=w$password",
            "redis:?host[127.0.0.1:$port]&auth[]=worker&auth[]=w$password",
        ],
    ] as $user => $dsns) {
        foreach ($dsns as $i => $dsn) {
            $database = 1 + $i;
            $store = new RedisStore($dsn.(str_contains($dsn, '?') ? '&' : '?')."dbindex=$database");
            same($what = "$user $i", true, lock($store, null, 30, false)->acquire());
            $ours = array_filter(
                explode("\n", $admin->call('CLIENT', 'LIST')),
                fn ($line) => str_contains($line, ' cmd=eval'),
            );
            same("$what: one connection", 1, count($ours));
            check(
                "$what: user and database at the server",
                1 === preg_match("/ db=$database .* user=$user /", (string) current($ours)),
                (string) current($ours),
            );
            unset($store);
        }
    }
});
?>
--EXPECT--
ok: NOAUTH
ok: NOAUTH with a database
ok: WRONGPASS
ok: WRONGPASS with a database
ok: a wrong user
ok: a wrong password of a user
ok: a wrong password in auth
ok: a wrong list in auth
ok: a database that does not exist
ok: malformed DSNs
ok: right ones
