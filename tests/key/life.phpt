--TEST--
The life of a Key: name, state, lifetime
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;

$key = new Key("name\0with everything \u{1F512}");
same('name', "name\0with everything \u{1F512}", (string) $key);
same('stringable', true, $key instanceof Stringable);
same('named argument', 'x', (string) new Key(resource: 'x'));
same('from a number', '42', (string) new Key(42));

same('no state', false, $key->hasState('a'));
foreach (['string', 1, 1.5, true, false, [1, ['x' => null]], new stdClass()] as $value) {
    $key->setState('a', $value);
    same('state '.show($value), [true, $value], [$key->hasState('a'), $key->getState('a')]);
}
$key->setState('a', null);
same('null is no state', [false, null], [$key->hasState('a'), $key->getState('a')]);
$key->setState('b', 'second');
$key->setState('', 'empty');
$key->setState('7', 'number');
same('many', ['second', 'empty', 'number'], [$key->getState('b'), $key->getState(''), $key->getState('7')]);
$key->removeState('b');
$key->removeState('never');
same('removed', [false, true, true], [$key->hasState('b'), $key->hasState(''), $key->hasState('7')]);
same('state in the serialized form', ['a' => null, '' => 'empty', 7 => 'number'], $key->__serialize()['state']);

// A value is copied, as every PHP value is.
$array = ['x'];
$key->setState('array', $array);
$array[] = 'y';
same('copied', ['x'], $key->getState('array'));
$reference = &$array;
$key->setState('reference', $reference);
$reference = 'changed';
same('not a reference', ['x', 'y'], $key->getState('reference'));

$warnings = [];
set_error_handler(function ($level, $message) use (&$warnings) { $warnings[] = $message; return true; });
same('state that is not there', null, $key->getState('never'));
same('with a warning', ['Undefined array key "never"'], $warnings);
restore_error_handler();

$key = new Key('r');
same('no lifetime', [null, false], [$key->getRemainingLifetime(), $key->isExpired()]);
$key->reduceLifetime(100);
between('reduced from none', 90, 100, $key->getRemainingLifetime());
$key->reduceLifetime(200);
between('never made longer', 90, 100, $key->getRemainingLifetime());
$key->reduceLifetime(50.5);
between('reduced', 40, 50.5, $key->getRemainingLifetime());
same('not expired', false, $key->isExpired());
$key->reduceLifetime(0);
same('zero is the end', true, $key->isExpired());
$key->reduceLifetime(-5);
between('negative', -15, -5, $key->getRemainingLifetime());
same('expired', true, $key->isExpired());
$key->resetLifetime();
same('reset', [null, false], [$key->getRemainingLifetime(), $key->isExpired()]);
$key->reduceLifetime(1e9);
between('a long time', 1e9 - 10, 1e9, $key->getRemainingLifetime());

// Keys are compared by state, not by name.
check('another key of the same name is another key', new Key('r') !== new Key('r'));
same('final', true, (new ReflectionClass(Key::class))->isFinal());
?>
--EXPECT--
ok: name
ok: stringable
ok: named argument
ok: from a number
ok: no state
ok: state "string"
ok: state 1
ok: state 1.5
ok: state true
ok: state false
ok: state [1, ["x" => NULL]]
ok: state object(stdClass)
ok: null is no state
ok: many
ok: removed
ok: state in the serialized form
ok: copied
ok: not a reference
ok: state that is not there
ok: with a warning
ok: no lifetime
ok: reduced from none
ok: never made longer
ok: reduced
ok: not expired
ok: zero is the end
ok: negative
ok: expired
ok: reset
ok: a long time
ok: another key of the same name is another key
ok: final
