--TEST--
The contract of a store: RedisStore through the extension redis
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

function client(): Redis
{
    $client = new Redis();
    redis_connect($client);
    $client->select(3);

    return $client;
}

slock_contract(fn () => new RedisStore(client()), ['shared', 'expiring', 'serializable', 'separate']);
?>
--EXPECT--
ok: interfaces
ok: save, exists, delete
ok: a second owner is refused
ok: what is not owned is left alone
ok: names
ok: time to live
ok: impossible times to live
ok: readers and writers
ok: serialization
ok: forged state
ok: locks on top
