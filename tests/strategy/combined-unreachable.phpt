--TEST--
CombinedStore: a quorum that fails only because members are unreachable is a storage error; a conflict stays a conflict
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

function down(): PlainStore
{
    $store = new PlainStore();
    $store->quiet = true;
    foreach (['save', 'putOffExpiration', 'delete', 'exists'] as $method) {
        $store->always[$method] = new LockStorageException('connection refused');
    }

    return $store;
}
function held(): InMemoryStore
{
    $store = new InMemoryStore();
    $store->save(new Key('r'));

    return $store;
}
function lock(array $members, $strategy = new ConsensusStrategy()): Lock
{
    return new Lock(new Key('r'), new CombinedStore($members, $strategy), null, false);
}

same('one of three down', true, lock([new InMemoryStore(), down(), new InMemoryStore()])->acquire());
$e = raises(
    'two of three down',
    LockAcquiringException::class,
    null,
    fn () => lock([down(), new InMemoryStore(), down()])->acquire(),
);
same('the previous', LockStorageException::class, $e?->getPrevious() ? $e->getPrevious()::class : null);
check('tells why', str_contains(chain($e), 'connection refused'), chain($e));
raises('all down', LockAcquiringException::class, null, fn () => lock([down(), down(), down()])->acquire());
raises(
    'one down, unanimous',
    LockAcquiringException::class,
    null,
    fn () => lock([new InMemoryStore(), down()], new UnanimousStrategy())->acquire(),
);
same('two of three held', false, lock([held(), new InMemoryStore(), held()])->acquire());
same('all held', false, lock([held(), held(), held()])->acquire());

$free = new InMemoryStore();
try {
    lock([down(), $free, down()])->acquire();
} catch (LockAcquiringException) {
}
same('nothing is left on the member that answered', true, (new Lock(new Key('r'), $free))->acquire());
$free = new InMemoryStore();
lock([held(), $free, held()])->acquire();
same('nothing is left on the member that was free', true, (new Lock(new Key('r'), $free))->acquire());
?>
--EXPECT--
ok: one of three down
ok: two of three down
ok: the previous
ok: tells why
ok: all down
ok: one down, unanimous
ok: two of three held
ok: all held
ok: nothing is left on the member that answered
ok: nothing is left on the member that was free
