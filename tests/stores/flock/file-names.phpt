--TEST--
FlockStore: the files have the names and the mode that the PHP packages give them
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 5.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/contract.inc';
require __DIR__.'/../../inc/process.inc';

$names = array_values(lock_names());
array_push(
    $names,
    str_repeat('x', 49),
    str_repeat('x', 50),
    str_repeat('x', 51),
    str_repeat('a b', 40),
    str_repeat('/', 60),
    'UPPER.lower_1-2',
    '--a--',
    '- -',
    "a\u{212A}b",
    'Z[@`{z',
    '0/9:',
    "\0",
    '.',
);
// All characters, one by one, and enough names to meet every character of base64 in the hash.
array_push($names, ...array_map(chr(...), range(0, 255)), ...array_map(fn ($i) => "n$i", range(0, 200)));

$code = <<<'CODE'
    umask(0027);
    $store = new Symfony\Component\Lock\Store\FlockStore($argv[1]);
    $files = [];
    foreach (json_decode(stream_get_contents(STDIN)) as $name) {
        $store->save($key = new Symfony\Component\Lock\Key(base64_decode($name)));
        $new = glob("$argv[1]/{,.}*.lock", GLOB_BRACE);
        $files[] = basename($new[0]).' '.decoct(fileperms($new[0])).' '.count($new);
        $store->delete($key);
        unlink($new[0]);
    }
    echo json_encode($files);
    CODE;
$files = [];
foreach (['slock', '5.4', '7.4'] as $with) {
    $child = Child::start($code, $with, [], [], [temporary_directory()]);
    $child->say(json_encode(array_map(base64_encode(...), $names)));
    $files[$with] = json_decode($output = $child->finish(), true) ?? exit("FAIL: $with: $output");
}
foreach (['5.4', '7.4'] as $line) {
    same("as many as $line", count($names), count($files[$line]));
    group("as $line", function () use ($names, $files, $line) {
        foreach ($names as $i => $name) {
            same(show($name), $files[$line][$i], $files['slock'][$i]);
        }
    });
}
same('for example', 'sf.the-name-of-a-report.X8YO7m9.lock 100666 1', (function () use ($code) {
    $child = Child::start($code, 'slock', [], [], [temporary_directory()]);
    $child->say(json_encode([base64_encode('the name of a report')]));

    return json_decode($child->finish())[0];
})());
?>
--EXPECT--
ok: as many as 5.4
ok: as 5.4
ok: as many as 7.4
ok: as 7.4
ok: for example
