--TEST--
MemcachedStore through the extension memcached: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached'); need_extension('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$client = sprintf(
    "(function () { \$client = new Memcached(); \$client->addServer('%s', %d); return \$client; })()",
    getenv('SLOCK_TEST_MEMCACHED_HOST'),
    getenv('SLOCK_TEST_MEMCACHED_PORT'),
);
count_together(
    "new Symfony\Component\Lock\Store\MemcachedStore($client)",
    ['slock' => 8],
    500,
    ['igbinary', 'msgpack', 'memcached'],
);
?>
--EXPECT--
ok: process 0 of 8 finished
ok: process 1 of 8 finished
ok: process 2 of 8 finished
ok: process 3 of 8 finished
ok: process 4 of 8 finished
ok: process 5 of 8 finished
ok: process 6 of 8 finished
ok: process 7 of 8 finished
ok: nothing was lost
