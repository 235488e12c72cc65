--TEST--
RedisStore through client objects: what was asked again after a doubtful error, and got no answer then, is given back
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

/** The server runs its scripts, but what it hears of them is as the test says. */
final class Misled extends Redis
{
    /** @var list<string|Throwable|null> what comes of the next ones: an error, an exception, or their answers */
    public array $hears = [];
    private ?string $error = null;

    public function evalsha($sha1, $args = [], $num_keys = 0): mixed
    {
        $answer = parent::evalsha($sha1, $args, $num_keys);
        $hears = array_shift($this->hears);
        if ($hears instanceof Throwable) {
            throw $hears;
        }
        $this->error = $hears;

        return null === $hears ? $answer : false;
    }

    public function getLastError(): ?string
    {
        return $this->error ?? parent::getLastError();
    }

    public function clearLastError(): bool
    {
        $this->error = null;

        return parent::clearLastError();
    }
}

$client = new Misled();
redis_connect($client);
$store = new RedisStore($client);
// From now on the server knows the scripts.
$lock = lock($store);
$lock->acquireRead();
$lock->acquire();
$lock->refresh();
$lock->release();
$others = new RedisStore(redis_connect(new Redis()));
$misled = function (Throwable $then) use ($client) {
    $client->hears = ['LOADING Redis is loading', $then];
};

group('an acquisition', function () use ($client, $store, $others, $misled) {
    foreach (['acquire', 'acquireRead'] as $method) {
        $lock = lock($store, $name = unique(), 30, false);
        $misled(new RedisException('no answer then'));
        $e = raises($method, LockAcquiringException::class, null, fn () => $lock->$method());
        same("$method: both were heard", [], $client->hears);
        check(
            "$method: both are told",
            str_contains(chain($e), 'LOADING Redis is loading; asked again: no answer then'),
            chain($e),
        );
        same("$method: it is free", true, lock($others, $name)->acquire());
        same("$method: and can be acquired", true, $lock->$method());
        $lock->release();
    }
});

group('after an answer that was not its own', function () use ($client, $store, $others) {
    $lock = lock($store, $name = unique(), 30, false);
    // Two errors, of which the first one cannot have been its own. What follows is another connection.
    $client->hears = ['LOADING one', 'LOADING two', new RedisException('no answer then')];
    $e = raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
    check('why', str_contains(chain($e), 'no answer then') && !str_contains(chain($e), 'LOADING'), chain($e));
    same('it is free', true, lock($others, $name)->acquire());
});

group('refused on the next connection, after the first one has run it', function () use ($client, $store, $others) {
    foreach (['acquire', 'acquireRead'] as $method) {
        $lock = lock($store, $name = unique(), 30, false);
        $client->hears = ['LOADING one', 'LOADING two', 'LOADING three'];
        $e = raises($method, LockAcquiringException::class, null, fn () => $lock->$method());
        check("$method: why", str_contains(chain($e), 'LOADING three'), chain($e));
        same("$method: it is free", true, lock($others, $name)->acquire());
    }
});

group('an Error comes out, and nothing is left behind', function () use ($client, $store, $others) {
    foreach ([['LOADING one'], ['LOADING one', 'LOADING two']] as $hears) {
        $lock = lock($store, $name = unique(), 30, false);
        $client->hears = [...$hears, new Error('engine')];
        raises('acquire', Error::class, 'engine', fn () => $lock->acquire());
        same('all were heard', [], $client->hears);
        same('it is free', true, lock($others, $name)->acquire());
    }
});

group('what it held before stays', function () use ($client, $store, $others, $misled) {
    $lock = lock($store, $name = unique(), 30, false);
    $lock->acquire();
    foreach (['acquire', 'refresh'] as $method) {
        $misled(new RedisException('no answer then'));
        raises($method, LockAcquiringException::class, null, fn () => $lock->$method());
        same("$method: held", true, $lock->isAcquired());
        same("$method: by one", false, lock($others, $name)->acquire());
    }
    $lock->release();
});
?>
--EXPECT--
ok: an acquisition
ok: after an answer that was not its own
ok: refused on the next connection, after the first one has run it
ok: an Error comes out, and nothing is left behind
ok: what it held before stays
