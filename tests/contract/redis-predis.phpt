--TEST--
The contract of a store: RedisStore through Predis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

error_reporting(E_ALL & ~E_DEPRECATED);
require 'Predis/autoload.php';

$client = fn () => new Predis\Client(redis_parameters() + ['database' => 4]);
slock_contract(fn () => new RedisStore($client()), ['shared', 'expiring', 'serializable', 'separate']);
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
