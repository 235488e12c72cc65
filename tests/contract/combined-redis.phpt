--TEST--
The contract of a store: CombinedStore of three RedisStore
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

function three(): array
{
    return array_map(
        fn ($port) => new RedisStore("redis://127.0.0.1:$port/5"),
        explode(',', getenv('SLOCK_TEST_REDIS_PORTS')),
    );
}

slock_contract(
    fn () => new CombinedStore(three(), new ConsensusStrategy()),
    ['shared', 'expiring', 'serializable', 'separate'],
);
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
