--TEST--
MemcachedStore through \Memcached: where the locale decides whether a byte is sent in the text protocol, it is not
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
use Symfony\Component\Lock\Store\MemcachedStore;

/** Tells what it was asked for, whether it would send that or not. */
final class Witness extends Memcached
{
    public array $keys = [];

    public function add($key, $value, $expiration = 0): bool
    {
        $this->keys[] = $key;

        return parent::add($key, $value, $expiration);
    }
}

$name = unique()."\xfc";
foreach (['text' => false, 'binary' => true] as $protocol => $binary) {
    $client = new Witness();
    $client->setOption(Memcached::OPT_BINARY_PROTOCOL, $binary);
    if (!$binary) {
        // The extension looks at each byte with isgraph(): before 3.3 always, since then only so.
        $client->setOption(Memcached::OPT_VERIFY_KEY, true);
    }
    $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    $store = new MemcachedStore($client);
    $store->save($key = new Key($name));
    same($protocol, [$binary ? $name : 'slock.'.hash('sha256', $name)], $client->keys);
    $store->delete($key);
}
?>
--EXPECT--
ok: text
ok: binary
