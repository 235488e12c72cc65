--TEST--
RedisStore by DSN with TLS: trusted servers, and those that are not
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis tls'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$port = (int) getenv('SLOCK_TEST_REDIS_TLS_PORT');
$ca = getenv('SLOCK_TEST_REDIS_TLS_CA');
$dir = dirname($ca);
$auth = getenv('SLOCK_TEST_REDIS_TLS_USER').':'.getenv('SLOCK_TEST_REDIS_TLS_PASSWORD');
$use = fn (string $host, string $parameters, string $scheme = 'rediss') =>
    (new RedisStore("$scheme://$auth@$host:$port?$parameters"))->exists(new Key('x'));

group('trusted', function () use ($use, $ca, $dir) {
    same('by a name', false, $use('localhost', "ssl[cafile]=$ca"));
    same('by an address', false, $use('127.0.0.1', "ssl[cafile]=$ca"));
    same('valkeys', false, $use('localhost', "ssl[cafile]=$ca", 'valkeys'));
    same('not looked at', false, $use('localhost', 'ssl[verify_peer]=0'));
    same('by another name', false, $use('127.0.0.1', "ssl[cafile]=$ca&ssl[peer_name]=localhost"));
    same(
        'with a certificate',
        false,
        $use('localhost', "ssl[cafile]=$ca&ssl[local_cert]=$dir/server.crt&ssl[local_pk]=$dir/server.key"),
    );
    same('any name', false, $use('localhost', "ssl[cafile]=$ca&ssl[peer_name]=other&ssl[verify_peer_name]=0"));
});

group('refused', function () use ($use, $ca, $dir, $port, $auth) {
    $password = explode(':', $auth)[1];
    $fails = function (string $what, string $message, callable $f) use ($password) {
        $e = raises($what, LockStorageException::class, $message, $f);
        check("$what: no password", $e && !str_contains((string) $e, $password));
    };
    $fails(
        'unknown to the system',
        "Redis at localhost:$port: TLS: the certificate of the server: self-signed certificate in certificate chain",
        fn () => $use('localhost', ''),
    );
    $fails(
        'another name',
        "Redis at localhost:$port: TLS: the certificate of the server: hostname mismatch",
        fn () => $use('localhost', "ssl[cafile]=$ca&ssl[peer_name]=other"),
    );
    $fails(
        'another address',
        'TLS: the certificate of the server: IP address mismatch',
        fn () => $use('127.0.0.1', "ssl[cafile]=$ca&ssl[peer_name]=127.0.0.2"),
    );
    $fails(
        'no such file',
        'TLS: cannot read the trusted certificates',
        fn () => $use('localhost', 'ssl[cafile]=/nowhere'),
    );
    $fails(
        'no such certificate',
        'TLS: cannot use the client certificate',
        fn () => $use('localhost', "ssl[cafile]=$ca&ssl[local_cert]=/nowhere"),
    );
    $plain = new OwnRedis();
    raises(
        'a server without TLS',
        LockStorageException::class,
        "Redis at localhost:$plain->port: ",
        fn () => (new RedisStore("rediss://localhost:$plain->port?timeout=1"))->exists(new Key('x')),
    );
    raises(
        'a client without TLS',
        LockStorageException::class,
        "Redis at localhost:$port: ",
        fn () => (new RedisStore("redis://localhost:$port?timeout=1&read_timeout=1"))->exists(new Key('x')),
    );
    raises(
        'the wrong password',
        LockStorageException::class,
        'WRONGPASS',
        fn () => (new RedisStore("rediss://nobody:secret@localhost:$port?ssl[cafile]=$ca"))->exists(new Key('x')),
    );
    $silent = stream_socket_server('tcp://127.0.0.1:0');
    $name = stream_socket_get_name($silent, false);
    between(
        'a server that says nothing',
        0.29,
        4,
        seconds(
            fn () => raises(
                'says nothing',
                LockStorageException::class,
                "Redis at $name: no answer within 0.3 seconds",
                fn () => (new RedisStore("rediss://$name?timeout=0.3"))->exists(new Key('x')),
            ),
        ),
    );
});

group('locks', function () use ($port, $ca, $auth) {
    $store = new RedisStore("rediss://$auth@localhost:$port?ssl[cafile]=$ca");
    for ($i = 0; $i < 200; ++$i) {
        $lock = lock($store, unique(str_repeat('x', $i * 400)));
        if (!$lock->acquire() || !$lock->isAcquired() || lock($store, unique())->isAcquired()) {
            check("cycle $i", false);
        }
        $lock->release();
    }
    check('200 cycles', true);
    $big = lock($store, str_repeat('x', 3000000));
    same('three megabytes', true, $big->acquire());
    $big->release();
});

group('a connection that was closed', function () use ($ca, $dir) {
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
    $lock = lock(new RedisStore("rediss://127.0.0.1:$tls?ssl[cafile]=$ca"), null, 30, false);
    $lock->acquire();
    $lock->isAcquired();
    $admin = $server->connect();
    $killed = 0;
    foreach (explode("\n", $admin->call('CLIENT', 'LIST')) as $line) {
        if (preg_match("/^id=(\\d+) .* laddr=127.0.0.1:$tls /", $line, $m)) {
            $killed += $admin->call('CLIENT', 'KILL', 'ID', $m[1]);
        }
    }
    same('one', 1, $killed);
    same('is opened again', 'evalsha', $witness->commands(fn () => same('held', true, $lock->isAcquired())));
});

foreach ([
    'rediss://h?ssl=1',
    'rediss://h?ssl[cafile]=',
    'rediss://h?ssl[cafile][]=a',
    'rediss://h?ssl[verify_peer]=perhaps',
    'rediss://h?ssl[verify_peer][]=1',
    'rediss://h?ssl[peer_fingerprint]=a',
    'rediss://h?ssl[]=a',
    'valkeys:',
    'rediss://h?redis_cluster=1',
    'rediss:?host[a]&host[b]',
    'rediss:?host[a]&redis_sentinel=m',
] as $dsn) {
    echo str_pad($dsn, 40), outcome(fn () => new RedisStore($dsn)), "\n";
}
?>
--EXPECT--
ok: trusted
ok: refused
ok: locks
ok: a connection that was closed
rediss://h?ssl=1                        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: query parameter "ssl" must be an array.
rediss://h?ssl[cafile]=                 Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "ssl[cafile]" must be a string.
rediss://h?ssl[cafile][]=a              Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "ssl[cafile]" must be a string.
rediss://h?ssl[verify_peer]=perhaps     Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameters "ssl[verify_peer]" and "ssl[verify_peer_name]" must be booleans.
rediss://h?ssl[verify_peer][]=1         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameters "ssl[verify_peer]" and "ssl[verify_peer_name]" must be booleans.
rediss://h?ssl[peer_fingerprint]=a      Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "ssl[peer_fingerprint]" is not known.
rediss://h?ssl[]=a                      Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "ssl[]" is not known.
valkeys:                                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: missing host.
rediss://h?redis_cluster=1              object(Symfony\Component\Lock\Store\RedisStore)
rediss:?host[a]&host[b]                 object(Symfony\Component\Lock\Store\RedisStore)
rediss:?host[a]&redis_sentinel=m        object(Symfony\Component\Lock\Store\RedisStore)
