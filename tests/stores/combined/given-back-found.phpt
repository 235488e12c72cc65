--TEST--
A lock that a failed refresh() has given back, which not all members of a quorum have heard, is still to be released when it is found held: it cannot be kept alive
--FILE--
<?php
require __DIR__.'/given-back.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

group('found', function () {
    [$store, $members] = failing_members();
    $lock = new Lock(new Key(unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());
    $members[0]->failing = $members[1]->failing = ['putOffExpiration', 'delete'];
    raises('refresh()', LockAcquiringException::class, 'Failed to define an expiration', fn () => $lock->refresh());
    // Two have it.
    same('found', true, $lock->isAcquired());
    raises(
        'KeepAlive',
        InvalidArgumentException::class,
        'is to be released, which has failed',
        fn () => new KeepAlive($lock),
    );
    $members[0]->failing = $members[1]->failing = [];
    same('acquired again', true, $lock->acquire());
    same('KeepAlive, then', false, (new KeepAlive($lock))->isLost());
});
?>
--EXPECT--
ok: found
