--TEST--
RedisStore and the PHP packages 5.4, 6.4 and 7.4 exclude each other, and a key passes a lock between them
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis', 'package 5.4', 'package 6.4', 'package 7.4');
need_extension('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Store\RedisStore;

$client = redis_connected();
$ours = new RedisStore(is_native() ? redis_url() : eval("return $client;"));
foreach (['5.4', '6.4', '7.4'] as $line) {
    exclude_each_other(
        $line,
        $ours,
        "new Symfony\Component\Lock\Store\RedisStore($client)",
        ['shared', 'serializable'],
        ['redis'],
    );
}
?>
--EXPECT--
ok: 5.4, plain name
ok: 5.4, bytes name
ok: 5.4, long name
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
