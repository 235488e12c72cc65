<?php
/*
 * What ./dev upstream runs: the PHP package's own tests against the native classes, with PHPUnit. differences.txt tells which
 * of them fail or are skipped, and why; any other fails the run, and so does a line there that is no longer true.
 *
 * usage: run.php DIRECTORY PHPUNIT PHP [ARGUMENTS OF PHP...]: DIRECTORY is for what is written, PHPUNIT the script.
 */

/**
 * Tests in which time runs out while others have the processor; the two of a conflict give the server a millisecond for each
 * statement, and the end of that is such a statement, too. They get a second chance.
 */
const TIME_SENSITIVE = '~::test(Expiration|SetExpiration|RefreshLock|BlockingLocks'
    .'|WaitAndSave(Read)?AfterConflictReleasesLockFromInternalStore)$~';

function upstream_fail(string $why): never
{
    echo "FAILED: $why\n";
    exit(1);
}

/** Runs the tests, or those that the filter names. */
function upstream_run(string $directory, string $phpunit, array $php, string ...$filter): array
{
    $junit = "$directory/junit.xml";
    $classes = "$directory/classes";
    $log = "$directory/log";
    array_map(fn ($file) => is_file($file) && unlink($file), [$junit, $classes]);
    putenv("SLOCK_UPSTREAM_CLASSES=$classes");
    $command = [...$php, $phpunit, '--no-configuration', '--do-not-cache-result', '--colors=never', ...$filter,
        '--bootstrap', __DIR__.'/bootstrap.php', '--log-junit', $junit, getenv('SLOCK_UPSTREAM_COMPONENTS').'/Lock/Tests'];
    $files = [['file', '/dev/null', 'r'], ['file', $log, 'w'], ['redirect', 1]];
    $status = proc_close(proc_open($command, $files, $pipes));
    if ($status > 2 || !is_file($classes)) {
        echo file_get_contents($log);
        upstream_fail("PHPUnit ended with status $status");
    }
    if ($foreign = file_get_contents($classes)) {
        upstream_fail('classes of the component that are not native: '.strtr(trim($foreign), "\n", ' '));
    }

    return upstream_outcomes($junit);
}

/** The tests by name => passed, failed or skipped, and the first words of why. @return array<string, array{string, string}> */
function upstream_outcomes(string $junit): array
{
    $report = @simplexml_load_file($junit);
    if (!$report) {
        upstream_fail('PHPUnit has written no complete report');
    }
    $outcomes = [];
    foreach ($report->xpath('//testcase') as $case) {
        $outcome = ['passed', ''];
        foreach ($case->children() as $tag => $child) {
            if (in_array($tag, ['failure', 'error', 'warning', 'skipped'], true)) {
                $outcome = ['skipped' === $tag ? 'skipped' : 'failed', trim((string) $child)];
            }
        }
        // A test whose data provider was not asked has its class in its name.
        $outcomes[preg_replace('~^(::)?([\w\\\\]*\\\\)?~', '', "$case[class]::$case[name]")] = $outcome;
    }

    return $outcomes;
}

/** What differences.txt says: [outcome, test, pattern of tests]. */
function upstream_rules(): array
{
    $rules = [];
    foreach (file(__DIR__.'/differences.txt', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) as $text) {
        if (str_starts_with($text, '#')) {
            continue;
        }
        $parts = array_map('trim', explode(' ; ', $text));
        if (3 !== count($parts) || !in_array($parts[0], ['failed', 'skipped', 'either'], true) || in_array('', $parts, true)) {
            upstream_fail("differences.txt: not \"failed|skipped|either ; TEST ; WHY\": $text");
        }
        $rules[] = [$parts[0], $parts[1], '~^'.str_replace('\*', '.*', preg_quote($parts[1], '~')).'$~s'];
    }

    return $rules;
}

/** What differences.txt does not tell, by test, and the lines of it that no test has needed. */
function upstream_troubles(array $outcomes, array $rules): array
{
    $troubles = [];
    foreach ($outcomes as $name => [$outcome, $why]) {
        $told = 'passed';
        foreach ($rules as $i => [$should, , $pattern]) {
            if (preg_match($pattern, $name)) {
                $told = $should;
                $used[$i] = true;
            }
        }
        if ('either' === $told ? 'skipped' === $outcome : $outcome !== $told) {
            $troubles[$name] = ["$outcome, and should be $told", $why];
        }
    }
    foreach (array_diff_key($rules, $used ?? []) as [, $test]) {
        $troubles["differences.txt: $test"] = ['there is no such test', ''];
    }

    return $troubles;
}

[, $directory, $phpunit] = $argv;
$php = array_slice($argv, 3);
$outcomes = upstream_run($directory, $phpunit, $php);
$rules = upstream_rules();
$late = preg_grep(TIME_SENSITIVE, array_keys(upstream_troubles($outcomes, $rules)));
if ($late) {
    $again = upstream_run($directory, $phpunit, $php, '--filter', '~\\\\('.implode('|', $late).')$~');
    foreach (array_intersect_key($again, array_flip($late)) as $name => $outcome) {
        $outcomes[$name] = $outcome;
        if ('passed' === $outcome[0]) {
            echo "LATE $name: passed when it was run again\n";
        }
    }
}
$troubles = upstream_troubles($outcomes, $rules);
foreach ($troubles as $name => [$trouble, $why]) {
    echo "FAILED: $name: $trouble\n";
    foreach (array_slice(array_filter(explode("\n", $why)), 0, 12) as $line) {
        echo "    $line\n";
    }
}
$good = array_diff_key($outcomes, $troubles);
$passed = count(array_filter($good, fn ($outcome) => 'passed' === $outcome[0]));
printf("%d passed, %d failed, %d skipped\n", $passed, count($troubles), count($good) - $passed);
exit($troubles || !$passed ? 1 : 0);
