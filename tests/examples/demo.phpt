--TEST--
examples/demo.php: two processes want the same lock, one waits, the lock passes on
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

$output = example('demo')->finish();
preg_match_all('/^ *(\d+\.\d+) s  (process \d) +(.*)$/m', $output, $lines, PREG_SET_ORDER);
$at = [];
foreach ($lines as [, $time, $who, $what]) {
    $at[$who][strtok($what, ' ')] = (float) $time;
    echo "$who $what\n";
}
check(
    'the second had the lock after the first had finished',
    $at['process 2']['HAS'] >= $at['process 1']['has'],
    $output,
);
check('and waited for it', $at['process 2']['HAS'] - $at['process 2']['it'] >= 0.3, $output);
check('and not for long after that', $at['process 2']['HAS'] - $at['process 1']['has'] < 5, $output);
check('the last line says what was shown', str_ends_with($output, "\nAt no time did both have it.\n"), $output);

// Where PHP cannot fork, a second PHP is started.
$child = Child::run(
    ['-d', 'disable_functions=pcntl_fork', dirname(__DIR__, 2).'/examples/demo.php'],
    'here',
    [],
    ['sys_temp_dir' => temporary_directory()],
);
$output = preg_replace('/^ *\d+\.\d+ s  /m', '', $child->finish());
same(
    'without fork',
    ['process 1 HAS THE LOCK', 'process 2 it is taken', 'process 1 has finished', 'process 2 HAS THE LOCK'],
    preg_match_all('/^(process \d) +(HAS THE LOCK|it is taken|has finished)/m', $output, $m)
        ? array_slice(array_map(fn ($a, $b) => "$a $b", $m[1], $m[2]), 0, 4)
        : $output,
);
?>
--EXPECT--
process 1 wants the lock "nightly-report"
process 1 HAS THE LOCK and works for a second
process 2 wants the lock "nightly-report"
process 2 it is taken; waits until it is free ...
process 1 has finished and releases the lock
process 2 HAS THE LOCK and works for a second
process 2 has finished and releases the lock
ok: the second had the lock after the first had finished
ok: and waited for it
ok: and not for long after that
ok: the last line says what was shown
ok: without fork
