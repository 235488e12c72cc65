--TEST--
An acquisition that nobody knows the end of leaves no fencing token of an earlier owner behind, unless the key has had the lock all the time
--EXTENSIONS--
pdo
pdo_pgsql
--INI--
slock.command_timeout=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';
require __DIR__.'/../inc/fault-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\RedisStore;

use function Slock\fencing_token;

$table = common('TABLE').'_f';
$stores = [
    'RedisStore' => fn () => new RedisStore(redis_url('?fencing=1')),
    'PdoStore, pgsql' => fn () => new PdoStore(pg_dsn(), ['db_table' => $table, 'fencing' => true]),
];
final class OfRedis extends RedisStore
{
    public function save(Key $key): void
    {
        parent::save($key);
    }
}
final class OfATable extends PdoStore
{
    public function save(Key $key): void
    {
        parent::save($key);
    }
}
$replaced = [
    'RedisStore' => fn () => new OfRedis(redis_url('?fencing=1')),
    'PdoStore, pgsql' => fn () => new OfATable(pg_dsn(), ['db_table' => $table, 'fencing' => true]),
];
$directly = array_map(fn ($make) => $make(), $stores);
foreach ($directly as $store) {
    $store->save($key = new Key(unique()));
    $store->delete($key);
}
foreach ($stores as $name => $make) {
    $makes = $replaced[$name];
    group($name, function () use ($make, $makes, $directly, $name) {
        $proxy = new FaultProxy();
        $store = $make();
        $store->save($other = new Key(unique()));
        $store->delete($other);

        $short = fn (Key $key, object $store) => new Lock($key, $store, 1.2, false);
        $lock = $short($key = new Key($resource = unique()), $store);
        same('acquired', true, $lock->acquire());
        $first = fencing_token($key);
        $other = $short(new Key($resource), $directly[$name]);
        check('by another owner', eventually(fn () => $other->acquire()));
        check('who has a greater token', ($second = fencing_token($other)) > $first);
        // Tables count whole seconds.
        usleep(2_500_000);

        $proxy->does('stall');
        $lock = new Lock($key, $store, 30.0, false);
        check('not answered', 'false' !== ($said = outcome(fn () => $lock->acquire())) && 'true' !== $said, $said);
        $proxy->does('reset');
        $proxy->does('pass');
        check('but granted', eventually(fn () => 'true' === outcome(fn () => $lock->isAcquired())));
        $token = fencing_token($lock);
        $of_before = null !== $token && $token <= $second;
        check('no token of the time before', !$of_before, "$first, $second, ".json_encode($token));
        same('another acquisition', true, $lock->acquire());
        check('has one', ($third = fencing_token($lock)) > $second);

        $proxy->does('stall');
        $said = outcome(fn () => $lock->acquire());
        check('not answered, while it is held', 'false' !== $said && 'true' !== $said, $said);
        same('the token stays', $third, fencing_token($lock));
        $proxy->does('reset');
        $proxy->does('pass');
        check('held', eventually(fn () => 'true' === outcome(fn () => $lock->isAcquired())));
        $lock->release();

        // It has been told that it is lost, though its time is not over.
        $lock = new Lock($key = new Key($resource = unique()), $store, 300.0, false);
        same('acquired', true, $lock->acquire());
        $directly[$name]->delete(unserialize(serialize($key)));
        $other = $short(new Key($resource), $directly[$name]);
        same('by another owner', true, $other->acquire());
        $second = fencing_token($other);
        $other->release();
        same('lost', false, $lock->isAcquired());
        $proxy->does('stall');
        $said = outcome(fn () => $lock->acquire());
        check('not answered', 'false' !== $said && 'true' !== $said, $said);
        $proxy->does('reset');
        $proxy->does('pass');
        $token = fencing_token($lock);
        check('no token of the time before', null === $token || $token > $second, json_encode([$token, $second]));

        // A key from before the machine was started, keys without a lifetime, and a store that replaces a method.
        $ways = ['old' => $store, 'reset' => $store, 'of a state without' => $store, 'replaced' => $makes()];
        foreach ($ways as $how => $of) {
            $lock = new Lock($key = new Key($resource = unique()), $of, 1.2, false);
            check("$how: acquired", eventually(fn () => 'true' === outcome(fn () => $lock->acquire())));
            if ('reset' === $how) {
                $key->resetLifetime();
            } elseif ('replaced' !== $how) {
                $data = $key->__serialize();
                $data['expiringTime'] = 'old' === $how ? microtime(true) - 86400 * 3650 : null;
                $key = (new ReflectionClass(Key::class))->newInstanceWithoutConstructor();
                $key->__unserialize($data);
            }
            $other = new Lock(new Key($resource), $directly[$name], 300.0, false);
            check("$how: by another owner", eventually(fn () => $other->acquire()));
            $second = fencing_token($other);
            $other->release();
            $proxy->does('stall');
            $lock = new Lock($key, $of, 300.0, false);
            $said = outcome(fn () => $lock->acquire());
            check("$how: not answered", 'false' !== $said && 'true' !== $said, $said);
            $proxy->does('reset');
            $proxy->does('pass');
            $token = fencing_token($lock);
            $of_before = null !== $token && $token <= $second;
            check("$how: no token of the time before", !$of_before, json_encode([$token, $second]));
        }

        // Without a TTL of its own it has the store's.
        $lock = new Lock($key = new Key($resource = unique()), $store, null, false);
        check('acquired', eventually(fn () => 'true' === outcome(fn () => $lock->acquire())));
        $token = fencing_token($lock);
        $proxy->does('stall');
        $said = outcome(fn () => $lock->acquire());
        check('not answered, while it is held', 'false' !== $said && 'true' !== $said, $said);
        same('the token stays', $token, fencing_token($lock));
        $proxy->stop();
    });
}
?>
--EXPECT--
ok: RedisStore
ok: PdoStore, pgsql
