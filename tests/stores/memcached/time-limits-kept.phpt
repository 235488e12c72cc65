--TEST--
MemcachedStore with a \Memcached object: its time limits are its user's again after bounded waits that end with an Error or exit(), and in fibers that end out of order or are dropped
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

final class Leaving extends Memcached
{
    public ?Closure $leave = null;

    public function add($key, $value, $expiration = 0): bool
    {
        $added = parent::add($key, $value, $expiration);
        if ($this->leave) {
            ($this->leave)();
        }

        return $added;
    }
}

$client = new Leaving();
$client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
$set = function () use ($client) {
    $client->setOption(Memcached::OPT_POLL_TIMEOUT, 7000);
    $client->setOption(Memcached::OPT_CONNECT_TIMEOUT, 8000);
};
$set();
$limits = fn () => array_map($client->getOption(...), [Memcached::OPT_POLL_TIMEOUT, Memcached::OPT_CONNECT_TIMEOUT]);
$store = new MemcachedStore($client);
$acquire = fn (float $timeout) => (new Lock(new Key(unique()), $store, 30))->acquire(true, $timeout);
$is = function (string $when) use ($client, $limits, $set) {
    $client->leave = null;
    same($when, [7000, 8000], $limits());
    $set();
};
$suspend = fn () => Fiber::getCurrent() && Fiber::suspend();
$start = function (float ...$timeouts) use ($acquire, $client, $suspend) {
    $client->leave = $suspend;
    foreach ($timeouts as $timeout) {
        ($fibers[] = new Fiber($acquire))->start($timeout);
    }
    $client->leave = null;

    return $fibers;
};

$client->leave = fn () => throw new Error('its own');
try {
    $acquire(3.0);
} catch (Error) {
}
$is('Error');

$fibers = $start(3.0, 1.0);
$fibers[0]->resume();
foreach ($limits() as $limit) {
    between('the second fiber still has its own', 1, 1000, $limit);
}
$fibers[1]->resume();
$is('two fibers, the first one ends first');

$fibers = $start(1.0, 3.0);
foreach ($limits() as $limit) {
    between('the second fiber has more time', 1001, 3000, $limit);
}
$fibers[1]->resume();
$fibers[0]->resume();
$is('two fibers, the second one ends first');

$fibers = $start(3.0);
$fibers = null;
$is('a dropped fiber');

register_shutdown_function($is, 'exit()');
$client->leave = fn () => exit;
$acquire(3.0);
?>
--EXPECT--
ok: Error
ok: the second fiber still has its own
ok: the second fiber still has its own
ok: two fibers, the first one ends first
ok: the second fiber has more time
ok: the second fiber has more time
ok: two fibers, the second one ends first
ok: a dropped fiber
ok: exit()
