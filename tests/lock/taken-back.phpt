--TEST--
Two Locks on one key: when an acquisition of the one fails that has released before, what the other one holds is not taken back
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require_once __DIR__.'/../inc/process.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

/** The read after the next write throws. */
final class Throwing extends Memcached
{
    public bool $armed = false;
    private bool $written = false;

    public function add($key, $value, $expiration = 0): bool
    {
        return $this->written = parent::add($key, $value, $expiration);
    }

    public function cas($cas_token, $key, $value, $expiration = 0): bool
    {
        return $this->written = parent::cas($cas_token, $key, $value, $expiration);
    }

    public function get($key, $cache_cb = null, $get_flags = 0): mixed
    {
        if ($this->armed && $this->written) {
            $this->armed = false;
            throw new RuntimeException('nobody answers');
        }
        $this->written = false;

        return parent::get($key, $cache_cb, $get_flags);
    }
}

// What it writes is read again.
$client = new Throwing();
$client->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
$client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
$store = new MemcachedStore($client);
$key = new Key(unique());
$other = new Lock($key, $store, 100.0, false);
$lock = new Lock($key, $store, 100.0, false);
same('acquired', [true, null, true], [$other->acquire(), $other->release(), $lock->acquire()]);
$told = false;
$keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
same('held', [false, false], [$lock->isExpired(), $keep->isLost()]);
// It has released the lock, but the key knows of the one that was acquired since.
$client->armed = true;
check('fails', str_contains($said = outcome(fn () => $other->acquire()), 'nobody answers'), $said);
same('not lost', [false, false, true], [$lock->isExpired(), $keep->isLost(), $lock->isAcquired()]);
for ($end = now() + 0.1; !$told && now() < $end;) {
}
same('nothing told', false, $told);
$next = new Lock(new Key((string) $key), $store, 100.0);
same('held', false, $next->acquire());
$lock->release();
same('released', true, $next->acquire());
?>
--EXPECT--
ok: acquired
ok: held
ok: fails
ok: not lost
ok: nothing told
ok: held
ok: released
