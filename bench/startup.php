<?php
/*
 * What loading slock.so costs an empty PHP process: the same empty script with and without the extension, in turn, many
 * times, and the medians.
 *
 *     php bench/startup.php path/to/slock.so [runs]
 *
 * The process that measures and those it starts share one CPU when `taskset` is there, so that the scheduler's choices
 * are not what is measured.
 */

$module = realpath($argv[1] ?? '') ?: exit("usage: php bench/startup.php path/to/slock.so [runs]\n");
$runs = (int) ($argv[2] ?? 300);
if ($runs < 3) {
    exit("At least 3 runs are needed.\n");
}
$empty = tempnam(sys_get_temp_dir(), 'slock-bench-');
$pin = is_executable('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', '0'] : [];
$commands = [
    'without' => [...$pin, PHP_BINARY, '-n', $empty],
    'with' => [...$pin, PHP_BINARY, '-n', '-d', "extension=$module", $empty],
];
$times = ['without' => [], 'with' => []];
for ($run = -5; $run < $runs; ++$run) {
    foreach ($commands as $which => $command) {
        $start = hrtime(true);
        $code = proc_close(proc_open($command, [], $pipes));
        $time = (hrtime(true) - $start) / 1e6;
        if (0 !== $code) {
            exit("The run $which the extension failed with status $code.\n");
        }
        if ($run >= 0) {   // the first five only warm the caches
            $times[$which][] = $time;
        }
    }
}
unlink($empty);

function quantile(array $values, float $share): float
{
    sort($values);

    return $values[(int) floor($share * (count($values) - 1))];
}

$differences = array_map(fn ($with, $without) => $with - $without, $times['with'], $times['without']);
printf("%d runs each, in turn, %s, milliseconds per process\n", $runs, $pin ? 'on one CPU' : 'not pinned');
foreach ($times + ['with - without' => $differences] as $which => $values) {
    printf(
        "%-16s median %6.3f   quartiles %6.3f to %6.3f\n",
        $which,
        quantile($values, .5),
        quantile($values, .25),
        quantile($values, .75),
    );
}
