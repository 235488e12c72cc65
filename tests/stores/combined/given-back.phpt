--TEST--
A refresh() that fails on a quorum gives the lock back: where all members have heard that, the Lock asks nobody at its end
--FILE--
<?php
require __DIR__.'/given-back.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** What each member was asked at the end of a Lock whose refresh() has failed, on two members in these methods. */
function asked_at_the_end(array $failing): array
{
    [$store, $members] = failing_members();
    $lock = new Lock(new Key(unique()), $store, 30.0);
    same('acquired', true, $lock->acquire());
    $members[0]->failing = $members[1]->failing = $failing;
    raises('refresh()', LockAcquiringException::class, 'Failed to define an expiration', fn () => $lock->refresh());
    foreach ($members as $member) {
        same('given back', 1, $member->calls['delete']);
        $member->failing = $member->calls = [];
    }
    $lock = null;

    return array_map(fn ($member) => array_keys($member->calls), $members);
}

group('all have heard it', function () {
    same('asked', [[], [], []], asked_at_the_end(['putOffExpiration']));
});
group('two have not', function () {
    foreach (asked_at_the_end(['putOffExpiration', 'delete']) as $asked) {
        check('released', in_array('delete', $asked, true), show($asked));
    }
});
?>
--EXPECT--
ok: all have heard it
ok: two have not
