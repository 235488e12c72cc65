--TEST--
RedisStore by DSN: ssl[…] turns TLS on where the scheme does not, as with symfony/cache and \Redis; nothing is sent in plain text
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis tls'); ?>
--FILE--
<?php
require __DIR__.'/tls.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;

$ca = tls_ca();
foreach (['redis', 'valkey'] as $scheme) {
    same($scheme, false, tls_ask(tls_store('localhost', "ssl[cafile]=$ca", $scheme)));
    same("$scheme, not looked at", false, tls_ask(tls_store('localhost', 'ssl[verify_peer]=0', $scheme)));
    $not_trusted = outcome(fn () => tls_ask(tls_store('localhost', 'ssl[verify_peer]=1', $scheme)));
    check("$scheme, not trusted", str_contains($not_trusted, 'TLS: the certificate of the server'), $not_trusted);
}
same('StoreFactory', false, StoreFactory::createStore(
    'redis://'.getenv('SLOCK_TEST_REDIS_TLS_USER').':'.getenv('SLOCK_TEST_REDIS_TLS_PASSWORD').'@localhost:'
    .getenv('SLOCK_TEST_REDIS_TLS_PORT')."?ssl[cafile]=$ca",
)->exists(new Key('x')));

// A server without TLS: it gets the beginning of a handshake, and no password.
$server = Child::start(<<<'CODE'
    $server = stream_socket_server('tcp://127.0.0.1:0');
    echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
    $peer = stream_socket_accept($server);
    echo bin2hex(fread($peer, 1)), "\n";
    fclose($peer);
    fgets(STDIN);
    CODE);
$dsn = 'redis://:secret@127.0.0.1:'.$server->hear().'?timeout=2&ssl[verify_peer]=0';
$plain = outcome(fn () => (new RedisStore($dsn))->exists(new Key('x')));
check('a server without TLS', str_contains($plain, 'TLS: '), $plain);
same('what it gets', '16', $server->hear());
$server->say('');
$server->finish();

foreach ([
    'redis://h?ssl=1',
    'redis://h?ssl[cafile]=',
    'redis://h?ssl[nonsense]=1',
    'valkey://h?ssl[verify_peer]=perhaps',
] as $dsn) {
    echo str_pad($dsn, 40), outcome(fn () => new RedisStore($dsn)), "\n";
}
?>
--EXPECT--
ok: redis
ok: redis, not looked at
ok: redis, not trusted
ok: valkey
ok: valkey, not looked at
ok: valkey, not trusted
ok: StoreFactory
ok: a server without TLS
ok: what it gets
redis://h?ssl=1                         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: query parameter "ssl" must be an array.
redis://h?ssl[cafile]=                  Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "ssl[cafile]" must be a string.
redis://h?ssl[nonsense]=1               Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "ssl[nonsense]" is not known.
valkey://h?ssl[verify_peer]=perhaps     Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameters "ssl[verify_peer]" and "ssl[verify_peer_name]" must be booleans.
