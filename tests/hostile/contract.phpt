--TEST--
Random programs with stores, loggers and locks that call each other: the same calls, records, results and exceptions as with the package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/contract.inc';

/** What a program prints, up to the end. */
function outcome_with(string $with, string $file): string
{
    return Child::file($file, $with, ['pcntl', 'posix'])->finish();
}

function compare_seed(int $seed, string $file): bool
{
    file_put_contents($file, (new ContractWriter($seed))->program()->text());
    $expected = explode("\n", outcome_with('7.4', $file));
    $got = explode("\n", outcome_with('slock', $file));
    if ($expected === $got && preg_match('/^finished after \d{3,} statements/m', implode("\n", $got))) {
        return true;
    }
    for ($i = 0; ($got[$i] ?? null) === ($expected[$i] ?? null) && $i < count($got); ++$i) {
    }
    echo "FAIL: seed $seed (repeat with SLOCK_TEST_SEED=$seed) from line ", $i + 1, " on: the package prints\n    ", implode("\n    ", array_slice($expected, max(0, $i - 12), 16)),
        "\nwhere this prints\n    ", implode("\n    ", array_slice($got, max(0, $i - 12), 16)), "\n";

    return false;
}

$file = sys_get_temp_dir().'/slock-contract-'.getmypid().'.php';
$new = fuzz_seed();
$end = now() + (float) (getenv('SLOCK_TEST_FUZZ_SECONDS') ?: 8);
// New ones, and the same ones each time, in turns.
for ($programs = 0; (!$programs || now() < $end) && compare_seed(($programs % 2 ? 1 : $new) + intdiv($programs, 2), $file); ++$programs) {
}
unlink($file);
echo "seeds from $new and from 1\n$programs programs are the same\n";
?>
--EXPECTREGEX--
seeds from \d+ and from 1
[1-9]\d* programs are the same
