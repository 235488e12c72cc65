<?php
/*
 * The benchmarks; `./dev bench` starts this with servers, packages and raw programs at hand.
 *
 *     php bench.php [--list | --servers] [--rounds=N] [--batch=MS] [--quick] [--write[=DIRECTORY]] [NAME...]
 *
 * NAME is a case of cases.php or curves.php, a group, or `curves` for all of these. --quick: few and short rounds, and
 * few points of curves; it shows that all works, its numbers say little. --servers prints the kinds of servers that
 * these need. --write also writes results.md and the charts, into bench/ or the directory.
 */

require __DIR__.'/contenders.php';
require __DIR__.'/fpm.php';
require __DIR__.'/measure.php';
require __DIR__.'/curve.php';
require __DIR__.'/keeping.php';
require __DIR__.'/report.php';

set_error_handler(
    static fn (int $level, string $message, string $file, int $line) => error_reporting() & $level
        ? throw new ErrorException($message, 0, $level, $file, $line)
        : false,
);

$options = getopt('', ['list', 'servers', 'rounds:', 'batch:', 'quick', 'write::'], $rest);
$names = array_slice($argv, $rest);
$rounds = (int) ($options['rounds'] ?? (isset($options['quick']) ? 9 : 31));
$batch = 1e6 * (float) ($options['batch'] ?? (isset($options['quick']) ? 5 : 20));
if ($rounds < 3 || $batch <= 0) {
    exit("At least 3 rounds and batches of some milliseconds are needed.\n");
}

$ports = new Ports();
$cases = (require __DIR__.'/cases.php')($ports);
$cases += (require __DIR__.'/curves.php')($ports, $cases);
if ($names) {
    $known = array_merge(array_keys($cases), array_column($cases, 'group'), ['curves']);
    if ($unknown = array_diff($names, $known)) {
        fwrite(
            STDERR,
            'No such case: '.implode(', ', $unknown).". These are known:\n".implode("\n", array_keys($cases))."\n",
        );
        exit(2);
    }
    $cases = array_filter(
        $cases,
        static fn ($case, $name) => in_array($name, $names, true)
            || in_array($case['group'], $names, true)
            || isset($case['points']) && in_array('curves', $names, true),
        ARRAY_FILTER_USE_BOTH,
    );
}
if (isset($options['list'])) {
    foreach ($cases as $name => $case) {
        printf("%-22s %s%s\n", $name, $case['title'], isset($case['points']) ? ": $case[grows]" : '');
    }
    exit;
}
if (isset($options['servers'])) {
    exit(implode("\n", array_unique(array_merge(...array_column($cases, 'servers'), ...[[]])))."\n");
}

// The first CPU is where the servers run.
[$same, $other] = explode(' ', getenv('SLOCK_BENCH_CPUS') ?: '0 1') + [1 => null];

/** How far it is: the number of the case and the time since the start. */
function so_far(?int $case = null, ?int $cases = null): string
{
    static $start, $at = 0, $of = 0;
    $start ??= hrtime(true);
    [$at, $of] = [$case ?? $at, $cases ?? $of];
    $seconds = intdiv(hrtime(true) - $start, 1_000_000_000);

    return sprintf('[%d/%d, %d:%02d]', $at, $of, intdiv($seconds, 60), $seconds % 60);
}

function progress(string $what): void
{
    if (stream_isatty(STDERR)) {
        fwrite(STDERR, "\r\033[K".('' === $what ? '' : so_far()." $what"));
    }
}

/** One row: the times of all sides, and what they asked of the server. */
function measure_case(
    string $name,
    array $case,
    string $cpus,
    string $label,
    int $rounds,
    float $batch,
    Ports $ports,
): array {
    $job = $case['job'] ?? 'cycle';
    if (isset($case['process']) || isset($case['page'])) {
        // Where it is removed whatever happens.
        $case['script'] = tempnam($ports->directory(), 'script-');
        file_put_contents($case['script'], $case['process'] ?? $case['page']);
        if (isset($case['floor'])) {
            $case['floor'] = "$case[script].empty";
            file_put_contents($case['floor'], '<?php');
        }
    }
    foreach (isset($case['page']) ? ['slock', 'package', 'raw'] : [] as $side) {
        $case['fpm'][$side] = new Fpm("$name, $side", php_of_script($case, $side, true), $cpus);
    }
    $batch *= $case['batch'] ?? 1;
    $contenders = $commands = [];
    $row = [
        'name' => $name,
        'title' => $case['title'],
        'group' => $case['group'],
        'targets' => $case['targets'] ?? [],
        'where' => $label,
    ];
    $row['beside'] = 'slock' === ($case['raw'][0] ?? '') ? $case['beside'] : null;
    $row['floor'] = null;
    $row['bare'] = isset($case['bare']);
    $row['unit'] = isset($case['once']) ? 'bytes' : (isset($case['process']) ? 'ms' : 'us');
    foreach (['slock', 'package', 'jit', 'raw'] as $side) {
        if (isset($case['bare']) && 'jit' === $side || !$command = command_for($case, $side, $job)) {
            continue;
        }
        $commands[$side] = $command;
        $contenders[$side] = new Contender("$name, $side", $command, $cpus);
        $wanted = match (true) {
            isset($case['process']), 'raw' === $side && null === $row['beside'] => 'ready',
            'package' === $side => 'ready package opcache',
            'jit' === $side => 'ready package opcache jit',
            default => 'ready slock opcache',
        };
        if ($wanted !== $contenders[$side]->ready) {
            throw new RuntimeException("$name, $side is {$contenders[$side]->ready}, not $wanted");
        }
    }
    if (isset($case['once'])) {
        foreach ($contenders as $side => $contender) {
            $times[$side] = [$contender->run($case['once'])];
        }
    } else {
        $times = interleave(
            $contenders,
            isset($case['process']) ? 5 * $rounds : $rounds,
            $batch,
            static fn ($at, $of) => progress(sprintf('%s, %s: %d of %d', $case['title'], $label, $at, $of)),
        );
    }
    if (isset($case['counter']) && 'same core' === $label) {
        foreach ($contenders as $side => $contender) {
            if ('jit' !== $side) {
                $row['requests'][$side] = count_requests($case['counter'], $commands[$side], $contender, $ports);
            }
        }
        $row['counter'] = $case['counter'];
    }
    foreach ($times as $side => $values) {
        $row['spread'][$side] = array_map(static fn ($ns) => match ($row['unit']) {
            'us' => $ns / 1e3, 'ms' => $ns / 1e6, default => $ns,
        }, spread($values));
        if ('slock' !== $side) {
            $row['ratio'][$side] = ratio($times['slock'], $values);
        }
    }
    if (isset($case['targets']['adds'])) {
        $row['adds'] = quantile(
            array_map(static fn ($a, $b) => ($a - $b) / 1e6, $times['slock'], $times['package']),
            .5,
        );
    }
    if (isset($case['floor'])) {
        $row['floor'] = ratio($times['raw'], $times['package']);
        $beyond = static fn ($times, $empty) => array_map(static fn ($a, $b) => $a - $b, $times, $empty);
        $row['added'] = ratio($beyond($times['slock'], $times['raw']), $beyond($times['package'], $times['raw']));
    }
    array_map(static fn ($contender) => $contender->end(), $contenders);

    return $row;
}

$report = new Report();
$failed = 0;
$number = 0;
foreach ($cases as $name => $case) {
    so_far(++$number, count($cases));
    try {
        if (isset($case['points'])) {
            $report->curve($case, measure_curve(
                $name,
                $case,
                isset($options['quick']) ? $case['few'] : $case['points'],
                $same,
                $other ?? $same,
                $rounds,
                $batch,
                $ports,
                static fn ($point, $at, $of) => progress("$case[title], $point $case[grows]: $at of $of"),
            ));
            continue;
        }
        if (isset($case['waiting'])) {
            $commands = array_filter([
                'slock' => command_for($case, 'slock', 'actor'),
                'package' => command_for($case, 'package', 'actor'),
            ]);
            $report->waiting(
                $name,
                $case,
                measure_waiting(
                    $commands,
                    null === $other ? $same : "$same,$other",
                    max(10, 2 * $rounds),
                    static fn ($at, $of) => progress(sprintf('%s, waiting: %d of %d', $case['title'], $at, $of)),
                ),
            );
            continue;
        }
        if (isset($case['keeping'])) {
            $report->keeping($case, measure_keeping(
                $case,
                command_for($case, 'slock', 'keeper'),
                null === $other ? $same : "$same,$other",
                $rounds,
                $ports,
                static fn ($at, $of) => progress(sprintf('%s, kept alive: %d of %d', $case['title'], $at, $of)),
            ));
            continue;
        }
        $report->row(measure_case($name, $case, $same, 'same core', $rounds, $batch, $ports));
        if (null !== $other && ($case['servers'] ?? []) && false !== ($case['cores'] ?? true)) {
            $report->row(measure_case($name, $case, $other, 'two cores', $rounds, $batch, $ports));
        }
    } catch (RuntimeException $e) {
        progress('');
        fwrite(STDERR, 'FAILED '.$e->getMessage()."\n");
        $failed = 1;
    }
}
$redis = "new RedisStore('redis://127.0.0.1:{$ports->redis()}')";
foreach ([
    'in-memory cycle' => [null, 'cycle', 'new InMemoryStore()'],
    'createLock and drop' => [null, 'create', 'new InMemoryStore()'],
    'Key, serialize and unserialize' => [null, 'serializing', 'new InMemoryStore()'],
    'Redis cycle, by DSN, the client alone' => ['redis-fencing', 'fencing', $redis],
    'the same with fencing tokens' => ['redis-fencing', 'fencing', str_replace("')", "?fencing=1')", $redis)],
] as $what => [$of, $job, $store]) {
    // Of some cases alone: those that belong to one of them.
    if ($names && (!isset($cases[$of]) || isset($options['quick']))) {
        continue;
    }
    progress("instructions: $what");
    $report->instructions[$what] = instructions($job, $store);
}
progress('');
$report->print();
if (isset($options['write']) && !$failed) {
    $report->write(
        is_string($options['write']) ? $options['write'] : __DIR__,
        $rounds,
    );
}
exit($failed);
