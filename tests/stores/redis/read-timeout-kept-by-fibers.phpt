--TEST--
RedisStore with a \Redis object: its time limit is its user's again after bounded waits in fibers that end out of order or are dropped, and after exit()
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

final class Leaving extends Redis
{
    public ?Closure $leave = null;

    public function evalSha($sha1, $args = [], $num_keys = 0): mixed
    {
        $answer = parent::evalSha($sha1, $args, $num_keys);
        if ($this->leave) {
            ($this->leave)();
        }

        return $answer;
    }
}

$client = new Leaving();
redis_connect($client);
$client->setOption(Redis::OPT_READ_TIMEOUT, 7.5);
// The script is known from here on, so that a call is one command.
(new RedisStore($client))->save(new Key(unique()));
$acquire = fn (float $timeout) => (new Lock(new Key(unique()), new RedisStore($client), 30))->acquire(true, $timeout);
$limit = fn () => (float) $client->getOption(Redis::OPT_READ_TIMEOUT);
$is = function (string $when) use ($client, $limit) {
    $client->leave = null;
    same($when, 7.5, $limit());
    $client->setOption(Redis::OPT_READ_TIMEOUT, 7.5);
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

$fibers = $start(3.0, 1.0);
$fibers[0]->resume();
between('the second fiber still has its own', 0.001, 1.0, $limit());
$fibers[1]->resume();
$is('two fibers, the first one ends first');

$fibers = $start(3.0, 1.0);
$fibers[1]->resume();
between('the first fiber has its own again', 1.1, 3.0, $limit());
$fibers[0]->resume();
$is('two fibers, the second one ends first');

$fibers = $start(3.0);
$fibers = null;
$is('a dropped fiber');

$fibers = $start(3.0, 1.0);
unset($fibers[0]);
$fibers[1]->resume();
$is('two fibers, the first one is dropped');

register_shutdown_function($is, 'exit()');
$client->leave = fn () => exit;
$acquire(3.0);
?>
--EXPECT--
ok: the second fiber still has its own
ok: two fibers, the first one ends first
ok: the first fiber has its own again
ok: two fibers, the second one ends first
ok: a dropped fiber
ok: two fibers, the first one is dropped
ok: exit()
