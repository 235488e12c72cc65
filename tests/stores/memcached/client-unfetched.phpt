--TEST--
MemcachedStore through \Memcached: answers that the user has not fetched are not taken for those to an acquisition
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

foreach (['text' => false, 'binary' => true] as $protocol => $binary) {
    group("the $protocol protocol", function () use ($binary) {
        $holder = new Lock(new Key($name = unique()), new MemcachedStore(memcached_client('', $binary)), 60);
        same('a holder', true, $holder->acquire());
        $client = memcached_client('', $binary);
        $store = new MemcachedStore($client);
        $keys = [unique(), unique()];
        array_map(fn ($key) => $client->set($key, 'value', 60), $keys);
        foreach (['refused' => [$name, false], 'acquired' => [unique(), true]] as $what => [$resource, $expected]) {
            $client->getDelayed($keys);
            same($what, $expected, (new Lock(new Key($resource), $store, 60, false))->acquire());
            same("$what: the next answer", 'value', $client->get($keys[1]));
        }
        same('still held', true, $holder->isAcquired());
    });
}
?>
--EXPECT--
ok: the text protocol
ok: the binary protocol
