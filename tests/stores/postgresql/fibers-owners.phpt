--TEST--
Advisory stores on a PDO object: of two that ask in the middle of one another, at whichever point, each has what it was told
--EXTENSIONS--
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); ?>
--FILE--
<?php
require __DIR__.'/fibers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** One of them asks, is suspended at its n-th question or answer, and the other one asks: what both were told. */
function ask_both(object $store, string $resource, string $first, string $second, int $at): array
{
    [$one, $two] = [lock_in($store, $resource), lock_in($store, $resource)];
    $told = false;
    $asks = suspended(function () use ($one, $first, &$told) { $told = $one->$first(); }, $at);
    $other = $two->$second();
    end_in_turn($asks);

    return [[$one, $told], [$two, $other]];
}

foreach (suspending_stores() as $database => [$store, $others]) {
    foreach ([['acquire', 'acquire'], ['acquire', 'acquireRead'], ['acquireRead', 'acquire']] as [$first, $second]) {
        if ('MySQL' === $database && 'acquireacquire' !== $first.$second) {
            continue;
        }
        group("$database: $first, $second", function () use ($store, $others, $first, $second) {
            for ($at = 1; $at < 6; ++$at) {
                $both = ask_both($store, $resource = unique(), $first, $second, $at);
                $owners = 0;
                foreach ($both as [$lock, $told]) {
                    same("$at: what it was told", $told, $lock->isAcquired());
                    $owners += $told;
                }
                same("$at: one of them", 1, $owners);
                same("$at: nobody else", false, lock_in($others, $resource)->acquire());
                foreach ($both as [$lock, $told]) {
                    $told && $lock->release();
                }
                $last = lock_in($others, $resource);
                same("$at: then it is free", true, $last->acquire());
                $last->release();
            }
        });
    }
    group("$database: taken again while it is released", function () use ($store, $others) {
        $one = lock_in($store, $resource = unique());
        $one->acquire();
        $release = suspended($one->release(...), 2);
        $again = $one->acquire();
        end_in_turn($release);
        same('what it was told', $again, $one->isAcquired());
        same('nobody else', !$again, lock_in($others, $resource)->acquire());
    });
    group("$database: taken by another Lock on the key while it is released", function () use ($store, $others) {
        for ($at = 1; $at < 3; ++$at) {
            $key = new Key($resource = unique());
            [$one, $two] = [new Lock($key, $store, null, false), new Lock($key, $store, null, false)];
            $one->acquire();
            $release = suspended($one->release(...), $at);
            $told = $two->acquire();
            end_in_turn($release);
            same("$at: what it was told", $told, $two->isAcquired());
            same("$at: nobody else", !$told, lock_in($others, $resource)->acquire());
        }
    });
    group("$database: released twice at once, and taken by another one", function () use ($store, $others) {
        [$one, $two] = [lock_in($store, $resource = unique()), lock_in($store, $resource)];
        $one->acquire();
        $release = suspended($one->release(...));
        $one->release();
        $told = $two->acquire();
        end_in_turn($release);
        same('what they were told', [false, $told], [$one->isAcquired(), $two->isAcquired()]);
        same('nobody else', !$told, lock_in($others, $resource)->acquire());
    });
    group("$database: an answer about an owner who has released since", function () use ($store) {
        [$one, $two, $three] = [
            lock_in($store, $resource = unique()), lock_in($store, $resource), lock_in($store, $resource),
        ];
        $two->acquire();
        $told = false;
        $asks = suspended(function () use ($one, &$told) { $told = $one->acquire(); });
        $two->release();
        SuspendingPdo::$suspends = true;
        $asks->resume();
        SuspendingPdo::$suspends = false;
        $comes = $three->acquire();
        end_in_turn($asks);
        same('what they were told', [$told, $comes], [$one->isAcquired(), $three->isAcquired()]);
        same('not both', false, $told && $comes);
    });
}
?>
--EXPECT--
ok: PostgreSQL: acquire, acquire
ok: PostgreSQL: acquire, acquireRead
ok: PostgreSQL: acquireRead, acquire
ok: PostgreSQL: taken again while it is released
ok: PostgreSQL: taken by another Lock on the key while it is released
ok: PostgreSQL: released twice at once, and taken by another one
ok: PostgreSQL: an answer about an owner who has released since
ok: MySQL: acquire, acquire
ok: MySQL: taken again while it is released
ok: MySQL: taken by another Lock on the key while it is released
ok: MySQL: released twice at once, and taken by another one
ok: MySQL: an answer about an owner who has released since
