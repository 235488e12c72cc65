--TEST--
RedisStore by DSN with TLS: who is refused, and why, without the password
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis tls'); ?>
--FILE--
<?php
require __DIR__.'/tls.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

$port = (int) getenv('SLOCK_TEST_REDIS_TLS_PORT');
$ca = tls_ca();
$fails = function (string $what, string $message, callable $f) {
    $e = raises($what, LockStorageException::class, $message, $f);
    check("$what: no password", $e && !str_contains((string) $e, getenv('SLOCK_TEST_REDIS_TLS_PASSWORD')));
};
$fails(
    'unknown to the system',
    "Redis at localhost:$port: TLS: the certificate of the server: self-signed certificate in certificate chain",
    fn () => tls_ask(tls_store('localhost', '')),
);
$fails(
    'another name',
    "Redis at localhost:$port: TLS: the certificate of the server: hostname mismatch",
    fn () => tls_ask(tls_store('localhost', "ssl[cafile]=$ca&ssl[peer_name]=other")),
);
$fails(
    'another address',
    'TLS: the certificate of the server: IP address mismatch',
    fn () => tls_ask(tls_store('127.0.0.1', "ssl[cafile]=$ca&ssl[peer_name]=127.0.0.2")),
);
$fails(
    'no such file',
    'TLS: cannot read the trusted certificates (ssl[cafile]=/nowhere): No such file or directory',
    fn () => tls_ask(tls_store('localhost', 'ssl[cafile]=/nowhere')),
);
$fails(
    'no such certificate',
    'TLS: cannot use the client certificate (ssl[local_cert]=/nowhere): No such file or directory',
    fn () => tls_ask(tls_store('localhost', "ssl[cafile]=$ca&ssl[local_cert]=/nowhere")),
);
$fails(
    'no such key',
    'TLS: cannot use the client certificate (ssl[local_pk]=/nowhere): No such file or directory',
    fn () => tls_ask(tls_store('localhost', "ssl[cafile]=$ca&ssl[local_cert]=$ca&ssl[local_pk]=/nowhere")),
);
$fails(
    'a certificate without its key',
    "TLS: cannot use the client certificate (ssl[local_cert]=$ca): ",
    fn () => tls_ask(tls_store('localhost', "ssl[cafile]=$ca&ssl[local_cert]=$ca")),
);
$plain = new OwnRedis();
raises(
    'a server without TLS',
    LockStorageException::class,
    "Redis at localhost:$plain->port: ",
    fn () => tls_ask(new RedisStore("rediss://localhost:$plain->port?timeout=1")),
);
raises(
    'a client without TLS',
    LockStorageException::class,
    "Redis at localhost:$port: ",
    fn () => tls_ask(new RedisStore("redis://localhost:$port?timeout=1&read_timeout=1")),
);
raises(
    'the wrong password',
    LockStorageException::class,
    'WRONGPASS',
    fn () => tls_ask(new RedisStore("rediss://nobody:secret@localhost:$port?ssl[cafile]=$ca")),
);
$silent = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($silent, false);
$time = seconds(fn () => raises(
    'a server that says nothing',
    LockStorageException::class,
    "Redis at $name: no answer within 0.3 seconds",
    fn () => tls_ask(new RedisStore("rediss://$name?timeout=0.3")),
));
between('seconds that it was waited for', 0.29, 4, $time);
?>
--EXPECT--
ok: unknown to the system
ok: unknown to the system: no password
ok: another name
ok: another name: no password
ok: another address
ok: another address: no password
ok: no such file
ok: no such file: no password
ok: no such certificate
ok: no such certificate: no password
ok: no such key
ok: no such key: no password
ok: a certificate without its key
ok: a certificate without its key: no password
ok: a server without TLS
ok: a client without TLS
ok: the wrong password
ok: a server that says nothing
ok: seconds that it was waited for
