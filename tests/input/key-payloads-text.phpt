--TEST--
Hostile texts for unserialize() of a Key: each is a clear exception or a harmless key, never a crash
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;

// As text: what unserialize() itself makes of it.
$class = 'O:26:"Symfony\Component\Lock\Key":';
$texts = [
    'no entries' => ["{$class}0:{}", TypeError::class],
    'a good one' => ["{$class}1:{s:8:\"resource\";s:1:\"a\";}", 'a'],
    'truncated' => ["{$class}1:{s:8:\"resource\";s:1:\"a\";", false],
    'too many announced' => ["{$class}99999999:{s:8:\"resource\";s:1:\"a\";}", false],
    'negative count' => ["{$class}-1:{}", false],
    'a length that lies' => ["{$class}1:{s:8:\"resource\";s:999:\"a\";}", false],
    'resource refers to the object' => ["{$class}1:{s:8:\"resource\";r:1;}", TypeError::class],
    'state refers to the object' => ["{$class}2:{s:8:\"resource\";s:1:\"a\";s:5:\"state\";a:1:{s:1:\"x\";r:1;}}", 'a'],
    'state refers to the object by reference' => [
        "{$class}2:{s:8:\"resource\";s:1:\"a\";s:5:\"state\";a:1:{s:1:\"x\";R:1;}}",
        'a',
    ],
    // The engine warns and makes an object without calling anything; that one has no name.
    'the old C: form' => ['C:26:"Symfony\Component\Lock\Key":1:{x}', Error::class],
    'entries by int' => ["{$class}1:{i:0;s:1:\"a\";}", TypeError::class],
    'a name that differs in case' => ["O:26:\"symfony\\component\\lock\\key\":1:{s:8:\"resource\";s:1:\"a\";}", 'a'],
    'the same entry twice' => ["{$class}2:{s:8:\"resource\";s:1:\"a\";s:8:\"resource\";s:1:\"b\";}", 'b'],
    'NaN' => ["{$class}2:{s:8:\"resource\";s:1:\"a\";s:12:\"expiringTime\";d:NAN;}", TypeError::class],
    'not allowed' => [
        "{$class}1:{s:8:\"resource\";s:1:\"a\";}",
        '__PHP_Incomplete_Class',
        ['allowed_classes' => false],
    ],
];
foreach ($texts as $what => $case) {
    [$text, $expected] = $case;
    try {
        $key = @unserialize($text, $case[2] ?? []);
        $result = $key instanceof Key ? (string) $key : (is_object($key) ? $key::class : $key);
    } catch (Throwable $e) {
        // BadMethodCallException where the object itself, a Stringable, stands for the resource
        $result = $e instanceof BadMethodCallException && str_contains($what, 'refers') ? TypeError::class : $e::class;
    }
    same("text: $what", $expected, $result);
    unset($key);
}
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
ok: text: no entries
ok: text: a good one
ok: text: truncated
ok: text: too many announced
ok: text: negative count
ok: text: a length that lies
ok: text: resource refers to the object
ok: text: state refers to the object
ok: text: state refers to the object by reference
ok: text: the old C: form
ok: text: entries by int
ok: text: a name that differs in case
ok: text: the same entry twice
ok: text: NaN
ok: text: not allowed
done
