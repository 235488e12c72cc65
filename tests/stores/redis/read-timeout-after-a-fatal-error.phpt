--TEST--
RedisStore with a \Redis object: after a fatal error in a bounded wait, one of a shutdown function gives the object its user's time limit again
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

final class Ending extends Redis
{
    public bool $ends = true;

    public function evalSha($sha1, $args = [], $num_keys = 0): mixed
    {
        $this->ends && trigger_error('the end', E_USER_ERROR);

        return parent::evalSha($sha1, $args, $num_keys);
    }
}

$client = new Ending();
redis_connect($client);
$client->setOption(Redis::OPT_READ_TIMEOUT, 7.5);
$acquire = fn (float $timeout) => (new Lock(new Key(unique()), new RedisStore($client), 30))->acquire(true, $timeout);
register_shutdown_function(function () use ($acquire, $client) {
    $limit = fn () => (float) $client->getOption(Redis::OPT_READ_TIMEOUT);
    same('the fatal error', 'the end', error_get_last()['message'] ?? null);
    between('what it has left', 0.001, 3.0, $limit());
    $client->ends = false;
    same('acquired', true, $acquire(1.0));
    same("the user's again", 7.5, $limit());
    $client->setOption(Redis::OPT_READ_TIMEOUT, 6.5);
    same('acquired once more', true, $acquire(1.0));
    same('what the user has set since', 6.5, $limit());
});
$acquire(3.0);
?>
--EXPECT--
ok: the fatal error
ok: what it has left
ok: acquired
ok: the user's again
ok: acquired once more
ok: what the user has set since
