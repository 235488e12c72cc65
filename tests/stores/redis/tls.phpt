--TEST--
RedisStore by DSN with TLS: servers that are trusted, by name and address
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis tls'); ?>
--FILE--
<?php
require __DIR__.'/tls.inc';

$ca = tls_ca();
$dir = dirname($ca);
same('by a name', false, tls_ask(tls_store('localhost', "ssl[cafile]=$ca")));
same('by an address', false, tls_ask(tls_store('127.0.0.1', "ssl[cafile]=$ca")));
same('valkeys', false, tls_ask(tls_store('localhost', "ssl[cafile]=$ca", 'valkeys')));
same('not looked at', false, tls_ask(tls_store('localhost', 'ssl[verify_peer]=0')));
same('by another name', false, tls_ask(tls_store('127.0.0.1', "ssl[cafile]=$ca&ssl[peer_name]=localhost")));
same(
    'with a certificate',
    false,
    tls_ask(tls_store('localhost', "ssl[cafile]=$ca&ssl[local_cert]=$dir/server.crt&ssl[local_pk]=$dir/server.key")),
);
$any = "ssl[cafile]=$ca&ssl[peer_name]=other&ssl[verify_peer_name]=0";
same('any name', false, tls_ask(tls_store('localhost', $any)));
?>
--EXPECT--
ok: by a name
ok: by an address
ok: valkeys
ok: not looked at
ok: by another name
ok: with a certificate
ok: any name
