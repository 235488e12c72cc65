--TEST--
The public API is that of the PHP packages 5.4, 6.4 and 7.4, the newest first
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

const CLASSES = [
    'BlockingSharedLockStoreInterface', 'BlockingStoreInterface', 'Key', 'Lock', 'LockFactory', 'LockInterface', 'NoLock',
    'PersistingStoreInterface', 'SharedLockInterface', 'SharedLockStoreInterface',
    'Exception\ExceptionInterface', 'Exception\InvalidArgumentException', 'Exception\InvalidTtlException',
    'Exception\LockAcquiringException', 'Exception\LockConflictedException', 'Exception\LockExpiredException',
    'Exception\LockReleasingException', 'Exception\LockStorageException', 'Exception\NotSupportedException',
    'Exception\UnserializableKeyException',
    'Store\CombinedStore', 'Store\DatabaseTableTrait', 'Store\DoctrineDbalStore', 'Store\ExpiringStoreTrait', 'Store\FlockStore', 'Store\InMemoryStore', 'Store\NullStore',
    'Store\PdoStore', 'Store\RedisStore', 'Store\RetryTillSaveStore', 'Store\SemaphoreStore', 'Store\StoreFactory',
    'Strategy\ConsensusStrategy', 'Strategy\StrategyInterface', 'Strategy\UnanimousStrategy',
];

// What is different on purpose. A logger is any object with the methods of PSR-3; a store takes a DSN as well.
const WIDER = ['setLogger($logger)', '__construct($redis)'];
// How a class refuses or allows serialization is not API, and newer lines do it by other methods.
const INSIDE = ['__sleep', '__wakeup'];
// The engine cannot say what type an internal setLogger() returns: psr/log 1 to 3 disagree.
const UNTYPED = ['setLogger'];

function description(string $with): array
{
    $child = Child::file(__DIR__.'/../inc/describe.inc', $with, ['redis', 'sysvsem', 'pdo']);
    $child->say(json_encode(array_map(fn ($name) => "Symfony\\Component\\Lock\\$name", CLASSES)));
    $output = $child->finish();
    $description = json_decode($output, true);
    if (!is_array($description)) {
        exit("FAIL: $with: $output\n");
    }

    return $description;
}

function compare_methods(string $name, array $theirs, array $ours, array &$trouble): void
{
    foreach (['static', 'abstract', 'final'] as $flag) {
        if ($theirs[$flag] !== $ours[$flag]) {
            $trouble[] = "$name() $flag: ".show($theirs[$flag]).', here '.show($ours[$flag]);
        }
    }
    foreach ($theirs['parameters'] as $i => $p) {
        $q = $ours['parameters'][$i] ?? null;
        $at = "$name(\$$p[name])";
        if (!$q) {
            $trouble[] = "$at is missing";
            continue;
        }
        if ($p['type'] !== $q['type'] && !in_array($at, WIDER, true)) {
            $trouble[] = "$at type: ".show($p['type']).', here '.show($q['type']);
        }
        unset($p['type'], $q['type']);
        if ($p !== $q) {
            $trouble[] = "$at: ".show($p).', here '.show($q);
        }
    }
    foreach (array_slice($ours['parameters'], count($theirs['parameters'])) as $q) {
        if (!$q['optional']) {
            $trouble[] = "$name(\$$q[name]) is more than the package asks for, and not optional";
        }
    }
    if ($theirs['return'] !== $ours['return'] && !in_array($name, UNTYPED, true) && (null !== $theirs['return'] || !$ours['tentative'])) {
        $trouble[] = "$name() returns ".show($theirs['return']).', here '.show($ours['return']);
    }
}

function compare(array $theirs, array $ours): array
{
    $trouble = [];
    foreach (['name', 'kind', 'final', 'abstract', 'parent', 'logger aware'] as $part) {
        if ($theirs[$part] !== $ours[$part]) {
            $trouble[] = "$part: ".show($theirs[$part]).', here '.show($ours[$part]);
        }
    }
    if ($missing = array_diff($theirs['interfaces'], $ours['interfaces'])) {
        $trouble[] = 'interfaces missing: '.implode(', ', $missing);
    }
    if ($constants = array_diff_assoc($theirs['constants'], $ours['constants'])) {
        $trouble[] = 'constants: '.show($constants);
    }
    foreach ($theirs['methods'] as $name => $method) {
        if (in_array($name, INSIDE, true)) {
            continue;
        }
        if (!isset($ours['methods'][$name])) {
            $trouble[] = "$name() is missing";
            continue;
        }
        compare_methods($name, $method, $ours['methods'][$name], $trouble);
    }
    // Classes written without return types must still load.
    if ($ours['internal'] && !$ours['final'] && 'trait' !== $ours['kind']) {
        foreach ($ours['methods'] as $name => $method) {
            if ($method['return'] && !$method['tentative'] && !str_starts_with($name, '__') && str_starts_with($method['declared in'], 'Symfony')) {
                $trouble[] = "the return type of $name() is not tentative";
            }
        }
    }

    return $trouble;
}

$ours = description('here');
$lines = array_map(description(...), ['7.4' => '7.4', '6.4' => '6.4', '5.4' => '5.4']);

foreach (CLASSES as $short) {
    $name = "Symfony\\Component\\Lock\\$short";
    if (!isset($ours[$name])) {
        check($short, false, 'it does not exist');
        continue;
    }
    // Everything that the newest line has must be as it is there; what only older lines have, as it was there.
    $reference = null;
    foreach ($lines as $line) {
        if (!isset($line[$name])) {
            continue;
        }
        $reference ??= $line[$name];
        $reference['methods'] += $line[$name]['methods'];
        $reference['constants'] += $line[$name]['constants'];
        $reference['interfaces'] = array_values(array_unique([...$reference['interfaces'], ...$line[$name]['interfaces']]));
    }
    if (!$reference) {
        check($short, false, 'no package has it');
        continue;
    }
    $trouble = compare($reference, $ours[$name]);
    check($short, !$trouble, implode('; ', $trouble));
}
?>
--EXPECT--
ok: BlockingSharedLockStoreInterface
ok: BlockingStoreInterface
ok: Key
ok: Lock
ok: LockFactory
ok: LockInterface
ok: NoLock
ok: PersistingStoreInterface
ok: SharedLockInterface
ok: SharedLockStoreInterface
ok: Exception\ExceptionInterface
ok: Exception\InvalidArgumentException
ok: Exception\InvalidTtlException
ok: Exception\LockAcquiringException
ok: Exception\LockConflictedException
ok: Exception\LockExpiredException
ok: Exception\LockReleasingException
ok: Exception\LockStorageException
ok: Exception\NotSupportedException
ok: Exception\UnserializableKeyException
ok: Store\CombinedStore
ok: Store\DatabaseTableTrait
ok: Store\DoctrineDbalStore
ok: Store\ExpiringStoreTrait
ok: Store\FlockStore
ok: Store\InMemoryStore
ok: Store\NullStore
ok: Store\PdoStore
ok: Store\RedisStore
ok: Store\RetryTillSaveStore
ok: Store\SemaphoreStore
ok: Store\StoreFactory
ok: Strategy\ConsensusStrategy
ok: Strategy\StrategyInterface
ok: Strategy\UnanimousStrategy
