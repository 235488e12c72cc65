--TEST--
Programs that re-enter, throw, exit, fork, suspend, collect garbage and lie about types, everywhere: nothing crashes
--FILE--
<?php
require __DIR__.'/run.inc';

$runner = new Runner();
$seconds = (float) (getenv('SLOCK_TEST_FUZZ_SECONDS') ?: 16);
if ($seed = getenv('SLOCK_TEST_SEED')) {
    echo 'seed ', $seed, "\n";
    run_programs($runner, [(int) $seed], $seconds);
} else {
    // The same ones each time, and new ones.
    run_programs($runner, seeds(1), $seconds / 2);
    echo 'seeds from 1 and from ', $random = random_int(1000, 1 << 40), "\n";
    run_programs($runner, seeds($random), $seconds / 2);
}
if ($runner->finished < $runner->programs / 2 || $runner->statements < 50 * $runner->programs) {
    echo "FAIL: most programs end before they have done anything: ";
}
echo "$runner->programs programs ran, $runner->finished of them to their end, $runner->statements statements\n";
?>
--EXPECTREGEX--
seeds? .+
[1-9]\d* programs ran, \d+ of them to their end, \d+ statements
