--TEST--
Whatever a member of a CombinedStore throws, nothing is left on any member
--FILE--
<?php
require __DIR__.'/interrupted.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$errors = ['an Error' => new Error('stop'), 'a TypeError' => new TypeError('wrong')];
foreach (['save', 'saveRead', 'putOffExpiration'] as $method) {
    group("members, $method", function () use ($errors, $method) {
        foreach ($errors as $name => $error) {
            for ($at = 0; $at < 3; ++$at) {
                $members = [new SharedMember(), new InMemoryStore(), new SharedMember()];
                $members[$at] = new Thrower($method, $error);
                $store = new CombinedStore($members, new UnanimousStrategy());
                $e = raises(
                    "$name at $at",
                    $error::class,
                    $error->getMessage(),
                    fn () => 'putOffExpiration' === $method
                        ? $store->$method(new Key('r'), 10)
                        : $store->$method(new Key('r')),
                );
                same("$name at $at: the same object", $error, $e);
                nothing_left("$name at $at", $members);
                foreach ($members as $i => $member) {
                    if ($i > $at && $member instanceof Member) {
                        same("$name at $at: member $i is only asked to let go", ['delete'], $member->calls);
                    }
                }
                $lock = new Lock(new Key('r'), $store, 'putOffExpiration' === $method ? 30 : null);
                same(
                    "$name at $at: lock",
                    $error,
                    raises(
                        "$name at $at: lock",
                        $error::class,
                        null,
                        fn () => 'saveRead' === $method ? $lock->acquireRead() : $lock->acquire(),
                    ),
                );
                nothing_left("$name at $at: lock", $members);
            }
        }
    });
}

group('members, delete', function () {
    for ($at = 0; $at < 3; ++$at) {
        $members = [new Member(), new InMemoryStore(), new Member()];
        $members[$at] = new Thrower('delete', $error = new Error('stop'));
        $store = new CombinedStore($members, new UnanimousStrategy());
        $store->save($key = new Key('r'));
        same("$at", $error, raises("$at", Error::class, 'stop', fn () => $store->delete($key)));
        nothing_left("$at", $members);
    }
    $first = new Error('first');
    $members = [new Thrower('delete', $first), new Thrower('delete', new Error('second'))];
    same(
        'the first wins',
        $first,
        raises(
            'the first wins',
            Error::class,
            null,
            fn () => (new CombinedStore($members, new UnanimousStrategy()))->delete(new Key('r')),
        ),
    );
    $cause = new Error('cause');
    $members = [new Thrower('delete', $first), new Thrower('save', $cause)];
    same(
        'what came before wins',
        $cause,
        raises(
            'before',
            Error::class,
            'cause',
            fn () => (new CombinedStore($members, new UnanimousStrategy()))->save(new Key('r')),
        ),
    );
});

group('exists', function () {
    $store = new CombinedStore(
        [new Thrower('exists', $error = new Error('stop')), $b = new Member()],
        new ConsensusStrategy(),
    );
    same('the same object', $error, raises('error', Error::class, null, fn () => $store->exists(new Key('r'))));
    same('stops there', [], $b->calls);
});

$lock = new Lock(
    new Key('r'),
    new CombinedStore([new Thrower('delete', new Error('stop')), $b = new Member()], new UnanimousStrategy()),
);
$lock->acquire();
raises('release', Error::class, 'stop', fn () => $lock->release());
same('the other member let go', [], $b->held);

// The records of a logger and the traces of exceptions refer to each other.
gc_collect_cycles();
?>
--EXPECT--
ok: members, save
ok: members, saveRead
ok: members, putOffExpiration
ok: members, delete
ok: exists
ok: release
ok: the other member let go
