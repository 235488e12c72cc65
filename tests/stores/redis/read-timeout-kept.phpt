--TEST--
RedisStore with a \Redis object: a bounded wait shortens the object's time limit only for as long as it lasts, also when it ends with an Error
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

final class Failing extends Redis
{
    public ?Throwable $next = null;
    public ?float $during = null;

    public function evalSha($sha1, $args = [], $num_keys = 0): mixed
    {
        $this->during = $this->getOption(self::OPT_READ_TIMEOUT);
        if ([$thrown, $this->next] = [$this->next, null] and $thrown) {
            throw $thrown;
        }

        return parent::evalSha($sha1, $args, $num_keys);
    }
}

$server = new OwnRedis();
$client = new Failing();
$client->connect('127.0.0.1', $server->port);
foreach ([new Error('its own'), new RedisException('its own'), new LogicException('its own'), null] as $thrown) {
    $what = $thrown ? $thrown::class : 'nothing thrown';
    $client->setOption(Redis::OPT_READ_TIMEOUT, 7.5);
    $client->next = $thrown;
    $lock = new Lock(new Key(unique()), new RedisStore($client), 30);
    try {
        $lock->acquire(true, 0.4);
    } catch (Throwable) {
    }
    between("$what: shorter during the wait", 0.001, 0.4, $client->during);
    same("$what: as it was afterwards", 7.5, (float) $client->getOption(Redis::OPT_READ_TIMEOUT));
    $lock->release();
}
?>
--EXPECT--
ok: Error: shorter during the wait
ok: Error: as it was afterwards
ok: RedisException: shorter during the wait
ok: RedisException: as it was afterwards
ok: LogicException: shorter during the wait
ok: LogicException: as it was afterwards
ok: nothing thrown: shorter during the wait
ok: nothing thrown: as it was afterwards
