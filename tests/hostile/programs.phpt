--TEST--
Programs that re-enter, throw, exit, fork, suspend, collect garbage and lie about types, everywhere: nothing crashes
--FILE--
<?php
require __DIR__.'/run.inc';

$runner = new Runner();
$seconds = (float) (getenv('SLOCK_TEST_FUZZ_SECONDS') ?: 16);
// New ones, and the same ones each time.
echo 'seeds from ', $new = fuzz_seed(), " and from 1\n";
run_programs($runner, seeds($new), $seconds / 2);
run_programs($runner, seeds(1), $seconds / 2);
if ($runner->finished < $runner->programs / 2 || $runner->statements < 50 * $runner->programs) {
    echo "FAIL: most programs end before they have done anything: ";
}
echo "$runner->programs programs ran, $runner->finished of them to their end, $runner->statements statements\n";
?>
--EXPECTREGEX--
seeds from \d+ and from 1
(?:the engine alone does that as well, .*
)*[1-9]\d* programs ran, \d+ of them to their end, \d+ statements
