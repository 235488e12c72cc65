--TEST--
CombinedStore: every combination of answers of one to five members, under three strategies
--FILE--
<?php
require __DIR__.'/../../inc/quorum.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

/** The first half is enough. */
class HalfStrategy implements StrategyInterface
{
    public function isMet(int $numberOfSuccess, int $numberOfItems): bool
    {
        return 2 * $numberOfSuccess >= $numberOfItems;
    }

    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
    {
        return 2 * $numberOfFailure <= $numberOfItems;
    }
}

/** The smallest number of successes that is a quorum. */
$quorum = [
    ConsensusStrategy::class => fn (int $n): int => intdiv($n, 2) + 1,
    UnanimousStrategy::class => fn (int $n): int => $n,
    HalfStrategy::class => fn (int $n): int => intdiv($n + 1, 2),
];

/** All lists of $n of these words. */
function lists(int $n, array $words): iterable
{
    for ($i = 0; $i < count($words) ** $n; ++$i) {
        for ($list = [], $rest = $i, $j = 0; $j < $n; ++$j, $rest = intdiv($rest, count($words))) {
            $list[] = $words[$rest % count($words)];
        }
        yield $list;
    }
}

/** What is expected: the outcome, and how many members are asked. */
function expected(array $answers, int $quorum): array
{
    $n = count($answers);
    $ok = $conflicts = $failures = $asked = 0;
    foreach ($answers as $answer) {
        ++$asked;
        match ($answer) {
            'ok' => ++$ok,
            'conflict' => ++$conflicts,
            default => ++$failures,
        };
        // The quorum is lost, and the rest cannot tell any more whether that is a conflict.
        $lost = fn (int $failed): bool => $failed > $n - $quorum;
        if ($lost($conflicts + $failures) && (!$failures || $lost($conflicts) || !$lost($conflicts + $n - $asked))) {
            break;
        }
    }

    return [match (true) {
        $ok >= $quorum => 'ok',
        $conflicts > $n - $quorum || !$failures => LockConflictedException::class,
        default => LockStorageException::class,
    }, $asked];
}

function ended(callable $f): string
{
    try {
        return $f() ?? 'ok';
    } catch (Exception $e) {
        return $e::class;
    }
}

foreach ($quorum as $class => $smallest) {
    foreach (['save', 'saveRead', 'putOffExpiration'] as $method) {
        group("$class, $method", function () use ($class, $smallest, $method) {
            for ($n = 1; $n <= 5; ++$n) {
                foreach (lists(
                    $n,
                    $n < 5 ? ['ok', 'conflict', 'fails', 'lost'] : ['ok', 'conflict', 'lost'],
                ) as $answers) {
                    $what = implode(' ', $answers);
                    $members = array_map(fn ($answer) => new SharedMember($answer), $answers);
                    $store = new CombinedStore($members, new $class());
                    $key = new Key('r');
                    [$outcome, $asked] = expected($answers, $smallest($n));
                    same(
                        "$what: outcome",
                        $outcome,
                        ended(
                            fn () => 'putOffExpiration' === $method ? $store->$method($key, 10) : $store->$method($key),
                        ),
                    );
                    foreach ($members as $i => $member) {
                        $calls = [...($i < $asked ? [$method] : []), ...('ok' === $outcome ? [] : ['delete'])];
                        same("$what: calls of member $i", $calls, $member->calls);
                        if ('ok' !== $outcome) {
                            same("$what: left on member $i", [], $member->held);
                        }
                    }
                }
            }
        });
    }
    group("$class, exists", function () use ($class, $smallest) {
        for ($n = 1; $n <= 5; ++$n) {
            foreach (lists($n, ['ok', 'conflict', 'fails']) as $answers) {
                $members = array_map(fn ($answer) => new Member($answer), $answers);
                $store = new CombinedStore($members, new $class());
                [$outcome] = expected($answers, $smallest($n));
                same(implode(' ', $answers), match ($outcome) {
                    'ok' => 'held',
                    LockConflictedException::class => 'not held',
                    default => $outcome,
                }, ended(fn () => $store->exists(new Key('r')) ? 'held' : 'not held'));
            }
        }
    });
}

$empty = new CombinedStore([], new ConsensusStrategy());
same('no members, consensus: save', LockConflictedException::class, ended(fn () => $empty->save(new Key('r'))));
same('no members, consensus: exists', false, $empty->exists(new Key('r')));
same('no members, consensus: delete', null, $empty->delete(new Key('r')));
$empty = new CombinedStore([], new UnanimousStrategy());
same('no members, unanimous: save', 'ok', ended(fn () => $empty->save(new Key('r'))));
same('no members, unanimous: putOffExpiration', 'ok', ended(fn () => $empty->putOffExpiration(new Key('r'), 10)));
same('no members, unanimous: exists', false, $empty->exists(new Key('r')));
?>
--EXPECT--
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy, save
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy, saveRead
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy, putOffExpiration
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy, exists
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy, save
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy, saveRead
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy, putOffExpiration
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy, exists
ok: HalfStrategy, save
ok: HalfStrategy, saveRead
ok: HalfStrategy, putOffExpiration
ok: HalfStrategy, exists
ok: no members, consensus: save
ok: no members, consensus: exists
ok: no members, consensus: delete
ok: no members, unanimous: save
ok: no members, unanimous: putOffExpiration
ok: no members, unanimous: exists
