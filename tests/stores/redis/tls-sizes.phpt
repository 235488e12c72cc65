--TEST--
RedisStore by DSN with TLS: names of any length arrive
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis tls'); ?>
--FILE--
<?php
require __DIR__.'/tls.inc';

$store = tls_store('localhost', 'ssl[cafile]='.tls_ca());
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
?>
--EXPECT--
ok: 200 cycles
ok: three megabytes
