--TEST--
Bounded waits on a CombinedStore of stores some of which are written in PHP
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/bounded-waits.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

each_store([
    'all of them' => new CombinedStore([new Plain(), new Blocking(), new InMemoryStore()], new UnanimousStrategy()),
    'most of them' => new CombinedStore([new Plain(), new Sharing(), new InMemoryStore()], new ConsensusStrategy()),
], bounded_wait(...));
?>
--EXPECT--
ok: all of them
ok: most of them
