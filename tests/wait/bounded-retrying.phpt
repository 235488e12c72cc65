--TEST--
Bounded waits on a RetryTillSaveStore in front of stores that are written in PHP
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/bounded-waits.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

each_store([
    'PHP' => new RetryTillSaveStore(new Plain(), 20),
    'combined' => new RetryTillSaveStore(
        new CombinedStore([new Plain(), new InMemoryStore()], new UnanimousStrategy()),
        20,
    ),
], bounded_wait(...));
?>
--EXPECT--
ok: PHP
ok: combined
