--TEST--
RedisStore with a \Redis object: a fiber that a fatal error has left in a bounded wait goes on in a shutdown function, after another wait
--EXTENSIONS--
igbinary
redis
--INI--
display_errors=0
log_errors=0
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
    public bool $leaves = false;

    public function evalSha($sha1, $args = [], $num_keys = 0): mixed
    {
        $answer = parent::evalSha($sha1, $args, $num_keys);
        $this->leaves && Fiber::suspend();

        return $answer;
    }
}

$client = new Leaving();
redis_connect($client);
$client->setOption(Redis::OPT_READ_TIMEOUT, 7.5);
// The script is known at the server then.
(new Lock(new Key(unique()), new RedisStore($client), 30))->acquire();
$acquire = fn () => (new Lock(new Key(unique()), new RedisStore($client), 30))->acquire(true, 3.0);
$client->leaves = true;
$fiber = new Fiber($acquire);
$fiber->start();
$client->leaves = false;
register_shutdown_function(function () use ($fiber, $acquire, $client) {
    same('another wait', true, $acquire());
    $fiber->resume();
    same('the fiber', true, $fiber->getReturn());
    same("the user's limit", 7.5, (float) $client->getOption(Redis::OPT_READ_TIMEOUT));
});
trigger_error('the end', E_USER_ERROR);
?>
--EXPECT--
ok: another wait
ok: the fiber
ok: the user's limit
