--TEST--
MemcachedStore with a \Memcached object: the result code of a command that another fiber has sent meanwhile is not taken for that of its own
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

final class Suspending extends Memcached
{
    public bool $suspends = false;

    public function add($key, $value, $expiration = 0): bool
    {
        return $this->after(parent::add($key, $value, $expiration));
    }

    public function get($key, $cache_cb = null, $get_flags = 0): mixed
    {
        return $this->after(parent::get($key, $cache_cb, $get_flags));
    }

    private function after(mixed $answer): mixed
    {
        $this->suspends && Fiber::suspend();

        return $answer;
    }
}

$client = new Suspending();
$client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
$lock = fn (string $name) => new Lock(new Key($name), new MemcachedStore($client), 30);
$others = [
    'a set() of another fiber' => fn () => $client->set(unique(), 1),
    'a get() of another fiber that finds nothing' => fn () => $client->get(unique()),
    'an add() of another fiber that is refused' => fn () => $client->add($name = unique(), 1) && $client->add($name, 1),
];
foreach ($others as $what => $other) {
    $asked = function (callable $f) use ($client, $other) {
        $fiber = new Fiber(fn () => outcome($f));
        $client->suspends = true;
        $fiber->start();
        $client->suspends = false;
        $other();
        $fiber->resume();

        return $fiber->getReturn();
    };
    $owner = $lock($name = unique());
    $owner->acquire();
    same("$what: held by another", 'false', $asked(fn () => $lock($name)->acquire()));
    $client->delete($name);
    same("$what: gone", 'false', $asked($owner->isAcquired(...)));
    same("$what: free", 'true', $asked($owner->acquire(...)));
    $owner->release();
}
?>
--EXPECT--
ok: a set() of another fiber: held by another
ok: a set() of another fiber: gone
ok: a set() of another fiber: free
ok: a get() of another fiber that finds nothing: held by another
ok: a get() of another fiber that finds nothing: gone
ok: a get() of another fiber that finds nothing: free
ok: an add() of another fiber that is refused: held by another
ok: an add() of another fiber that is refused: gone
ok: an add() of another fiber that is refused: free
