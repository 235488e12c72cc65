<?php
/* SPDX-License-Identifier: MIT
 *
 * One store of `./dev faults` under all its faults, one after the other; or the control. Arguments: the name, and the
 * options as JSON. Prints a line of JSON for each fault. */

require __DIR__.'/options.inc';

/** For how many seconds more a fault is tried that has met nobody. */
const MORE_TRIES = 10.0;

/** What happened around a finding, for people. */
function around(Finding $finding, LockHistory $history, array $faults): string
{
    $lines = [];
    foreach ($history->events as $event) {
        if ($event['t'] >= $finding->from - 0.05 && $event['t'] <= $finding->to + 0.05) {
            $rest = array_diff_key($event, ['t' => 0, 'w' => 0, 'e' => 0]);
            $lines[] = [$event['t'], sprintf('%-4s %-7s %s', $event['w'], $event['e'], json_encode($rest))];
        }
    }
    foreach ($faults as $fault) {
        if ($fault->meets($finding->from - 0.05, $finding->to + 0.05)) {
            $lines[] = [$fault->from, "---- $fault->name begins"];
            $lines[] = [$fault->to, "---- $fault->name ends"];
        }
    }
    usort($lines, fn ($a, $b) => $a[0] <=> $b[0]);
    $text = "$finding->kind: $finding->text\n";
    foreach (array_slice($lines, 0, 60) as [$t, $line]) {
        $text .= sprintf("    %+9.4f  %s\n", $t - $finding->from, $line);
    }

    return $text;
}

/** Leaves the files of a cell where ./dev faults says that they are. */
function keep(string $name, string $log): void
{
    $to = getenv('SLOCK_FAULTS_KEPT').'/'.preg_replace('/\W+/', '-', $name);
    is_dir($to) || mkdir($to, 0700, true);
    foreach (glob("$log/[nw]*") as $file) {
        copy($file, "$to/".basename($file));
    }
}

/** Plays one fault for as long, and looks at what the workers wrote. */
function play(Subject $subject, array $targets, Misdeed $misdeed, Options $options, string $directory): array
{
    mt_srand($options->seed + crc32("$subject->name $misdeed->name"));
    $cell = new Cell($subject, $targets, $directory);
    $harmless = 'none' === $misdeed->name;
    // On a busy machine it may take some attempts to catch somebody at it.
    for ($end = now() + $options->seconds; now() < $end || !$harmless && !$cell->hits && now() < $end + MORE_TRIES;) {
        ($misdeed->play)($cell);
    }
    $history = $cell->finish();
    $checker = new HistoryChecker($history, $cell->faults, $subject->rules($cell->late));
    $findings = $checker->findings();
    if (!$harmless && !$cell->hits) {
        $findings[] = new Finding('missed', "$misdeed->name never met what it is meant for", $history->end, $history->end);
    }
    $row = row($subject->name, $misdeed->name, $history, $checker, $findings) + ['late' => round($cell->late, 3)];
    // Of each kind one is shown; the rest can be found in the files.
    $shown = array_column(array_reverse($findings), null, 'kind');
    $row['texts'] = array_values(array_map(fn ($finding) => around($finding, $history, $cell->faults), $shown));
    $findings && keep("$subject->name, $misdeed->name", "$directory/log");

    return $row;
}

[, $name, $values] = $argv;
$options = new Options(json_decode($values, true));
$directory = temporary_directory();
if (CONTROL === $name) {
    foreach (controls($options, $directory) as $row) {
        echo json_encode($row), "\n";
    }
    exit(0);
}
$subject = subjects()[$name];
$misdeeds = $options->misdeeds($subject);
$targets = $misdeeds ? array_map(fn ($kind) => new Target($kind, $subject->setting), $subject->servers) : [];
foreach ($misdeeds as $i => $misdeed) {
    if ($options->over()) {
        echo json_encode(['store' => $name, 'not run' => count($misdeeds) - $i]), "\n";
        break;
    }
    $row = play($subject, $targets, $misdeed, $options, "$directory/$i");
    echo json_encode($row, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
