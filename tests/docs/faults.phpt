--TEST--
docs/faults.md names every fault and every store that ./dev faults plays, and has the text of its template
--EXTENSIONS--
posix
--SKIPIF--
<?php is_file(__DIR__.'/../../tools/faults/page.md') || exit('skip the rig is no part of a package'); ?>
--FILE--
<?php
require __DIR__.'/../../tools/faults/options.inc';

$page = "\n".file_get_contents(__DIR__.'/../../docs/faults.md');
$options = Options::read(['--seed=1']);
$faults = [];
foreach (subjects() as $subject) {
    foreach ([...$options->misdeeds($subject), ...$options->lacking($subject)] as $misdeed) {
        $faults[$misdeed->name] = $misdeed;
    }
}
group('the faults', function () use ($page, $faults) {
    foreach ($faults as $name => $misdeed) {
        check($name, str_contains($page, "\n| $name | $misdeed->means |\n"));
    }
});
group('the stores', function () use ($page) {
    preg_match_all('/^### (.*)$/m', $page, $titles);
    same('missing', [], array_values(array_diff(array_keys(subjects()), $titles[1])));
    same('not played', [], array_values(array_diff($titles[1], array_keys(subjects()))));
});
group('the text', function () use ($page) {
    $template = file(__DIR__.'/../../tools/faults/page.md', FILE_IGNORE_NEW_LINES);
    foreach (preg_grep('/^(\{\w+\})?$/', $template, PREG_GREP_INVERT) as $line) {
        check($line, str_contains($page, "\n$line\n"));
    }
});
?>
--EXPECT--
ok: the faults
ok: the stores
ok: the text
