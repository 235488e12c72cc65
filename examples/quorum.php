<?php
/*
 * One lock on several servers, so that no single one of them has to be up. Needs Redis servers, three of them by
 * default on localhost at the ports 6379, 6380 and 6381:
 *
 *     php -d extension=slock.so examples/quorum.php redis://server1 redis://server2 redis://server3
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$dsns = array_slice($argv, 1) ?: ['redis://localhost:6379', 'redis://localhost:6380', 'redis://localhost:6381'];
$servers = array_map(fn (string $dsn) => new RedisStore($dsn), $dsns);
$answer = fn (bool $ok): string => $ok ? 'yes' : 'no';

// Someone has locked the resource on the first server alone.
$blocker = (new LockFactory($servers[0]))->createLock('shop');
$blocker->acquire();

// Consensus: more than half of the servers must agree.
$lock = (new LockFactory(new CombinedStore($servers, new ConsensusStrategy())))->createLock('shop', 30);
echo 'Consensus, one of ', count($servers), ' servers refuses: acquired ', $answer($lock->acquire()), "\n";
$lock->release();

// Unanimous: every server must agree.
$lock = (new LockFactory(new CombinedStore($servers, new UnanimousStrategy())))->createLock('shop', 30);
echo 'Unanimous, one of ', count($servers), ' servers refuses: acquired ', $answer($lock->acquire()), "\n";

$blocker->release();
echo 'Unanimous, all servers agree: acquired ', $answer($lock->acquire()), "\n";
$lock->release();
