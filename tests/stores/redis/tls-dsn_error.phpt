--TEST--
RedisStore by DSN with TLS: parameters that are refused, and hosts that are groups
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis tls'); ?>
--FILE--
<?php
require __DIR__.'/tls.inc';

use Symfony\Component\Lock\Store\RedisStore;

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
