--TEST--
A serialized Key crosses from the PHP packages 5.4, 6.4 and 7.4 to the extension and back
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\Key;

const MAKE = <<<'CODE'
$key = new Symfony\Component\Lock\Key("name \u{e9}\n\0end");
$key->setState('Symfony\Component\Lock\Store\RedisStore', 'dG9rZW4=');
$key->setState('more', ['a' => [1, 2.5, true, null]]);
$key->reduceLifetime(3600);
echo base64_encode(serialize([$key, new Symfony\Component\Lock\Key('fresh')]));
CODE;
const READ = <<<'CODE'
[$key, $fresh] = unserialize(base64_decode($argv[1]));
$left = $key->getRemainingLifetime();
echo json_encode([
    (string) $key,
    $key->getState('Symfony\Component\Lock\Store\RedisStore'),
    $key->getState('more'),
    $left > 3500 && $left <= 3600,
    $key->isExpired(),
    (string) $fresh,
    $fresh->getRemainingLifetime(),
    $fresh->hasState('more'),
]);
CODE;
$expected = json_encode([
    "name \u{e9}\n\0end",
    'dG9rZW4=',
    ['a' => [1, 2.5, true, null]],
    true,
    false,
    'fresh',
    null,
    false,
]);

foreach (['5.4', '6.4', '7.4'] as $line) {
    $theirs = output_of(MAKE, $line);
    same("from $line", $expected, output_of(READ, 'here', arguments: [$theirs]));
    same("to $line", $expected, output_of(READ, $line, arguments: [output_of(MAKE)]));
    $again = output_of(
        'echo base64_encode(serialize(unserialize(base64_decode($argv[1]))));',
        'here',
        arguments: [$theirs],
    );
    same("from $line and back", $expected, output_of(READ, $line, arguments: [$again]));
}
?>
--EXPECT--
ok: from 5.4
ok: to 5.4
ok: from 5.4 and back
ok: from 6.4
ok: to 6.4
ok: from 6.4 and back
ok: from 7.4
ok: to 7.4
ok: from 7.4 and back
