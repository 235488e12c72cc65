<?php
/* SPDX-License-Identifier: MIT
 *
 * What `./dev mutants` runs: changes the C code in one place, and asks the tests of the room whether they see it. One function is
 * changed once at most, and the kinds of changes take turns. The result stands in verdicts.txt beside this file, which is
 * committed, so that a run can be spread over days and machines; a verdict that is there already counts as long as the file of
 * the mutant is the same. What tests and other files have become since is not asked: remove it to run all of them. */

require __DIR__.'/source.inc';
require __DIR__.'/rooms.inc';
require __DIR__.'/build.inc';
require __DIR__.'/verdicts.inc';

/** @return array{seed: int, count: int, room: string, from: int, only: int, jobs: int} */
function read_options(array $arguments): array
{
    $options = ['seed' => 1, 'count' => 100, 'room' => '', 'from' => 1, 'only' => 0, 'jobs' => 2];
    foreach ($arguments as $argument) {
        if ('--list' === $argument) {
            continue;
        }
        [$name, $value] = explode('=', substr($argument, 2), 2) + [1 => null];
        if (!str_starts_with($argument, '--') || !isset($options[$name]) || null === $value) {
            fprintf(STDERR, "mutants: no such option: %s\n", $argument);
            exit(2);
        }
        $options[$name] = is_int($options[$name]) ? (int) $value : $value;
    }

    return $options;
}

/** @return list<Source> */
function sources(string $root, string $room): array
{
    $files = [];
    foreach (['core', 'stores', 'clients'] as $directory) {
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$root/$directory")) as $file) {
            $name = substr($file->getPathname(), strlen("$root/"));
            if ('c' === $file->getExtension() && str_starts_with($name, $room)) {
                $files[] = $name;
            }
        }
    }
    sort($files);

    return array_map(fn ($file) => new Source($file, file_get_contents("$root/$file")), $files);
}

/** All mutants, in the order of the seed: the kinds take turns, and no function comes twice. */
function in_turns(array $sources, int $seed): Generator
{
    $kinds = $seen = [];
    foreach ($sources as $source) {
        foreach ($source->mutants() as $mutant) {
            $kinds[$mutant->kind][] = $mutant;
        }
    }
    // Each has a place of its own, so that a change elsewhere in the sources leaves most of the choice as it was.
    $place = fn (Mutant $mutant) => hash('xxh64', $seed.preg_replace('/:\d+ /', ' ', "$mutant", 1));
    ksort($kinds);
    foreach ($kinds as &$mutants) {
        usort($mutants, fn ($a, $b) => $place($a) <=> $place($b));
    }
    unset($mutants);
    while ($kinds = array_filter($kinds)) {
        foreach ($kinds as &$mutants) {
            while ($mutant = array_pop($mutants)) {
                $function = "{$mutant->source->file} $mutant->function";
                if (!isset($seen[$function])) {
                    $seen[$function] = true;
                    yield $mutant;
                    break;
                }
            }
        }
        unset($mutants);
    }
}

$root = $argv[1];
$options = read_options(array_slice($argv, 2));
$sources = sources($root, $options['room']) ?: throw new RuntimeException("mutants: no source begins with {$options['room']}");
$mutants = in_turns($sources, $options['seed']);
$verdicts = new Verdicts(__DIR__.'/verdicts.txt');
if (in_array('--list', $argv, true)) {
    foreach ($mutants as $number => $mutant) {
        if ($number >= $options['count']) {
            break;
        }
        printf("%d %s%s\n", $number + 1, $mutant, null === ($verdict = $verdicts->of($mutant)) ? '' : ": $verdict");
    }
    exit(0);
}

$slow = file("$root/tools/slow-tests.txt", FILE_IGNORE_NEW_LINES);
$build = new Build("$root/.build/mutants", getenv('SLOCK_MUTANTS_CFLAGS'), $options['jobs'], $slow);
$done = $killed = 0;
$survivors = [];
foreach ($mutants as $number => $mutant) {
    if ($done >= $options['count']) {
        break;
    }
    if ($number + 1 < $options['from'] || $options['only'] && $options['only'] !== $number + 1) {
        continue;
    }
    $verdict = $options['only'] ? null : $verdicts->of($mutant);
    if (null === $verdict) {
        $tests = tests_in($root, room_of($mutant->source->file));
        $verdict = $build->with($mutant) ? 'survived' : 'no change';
        if ('survived' === $verdict && $killer = $build->killer($tests)) {
            $verdict = "killed by $killer";
        }
        $build->restore($mutant);
        $verdicts->add($mutant, $verdict);
    }
    if ('no change' === $verdict) {
        continue;
    }
    printf("%d %s: %s\n", $number + 1, $mutant, $verdict);
    ++$done;
    'survived' === $verdict ? $survivors[] = $number + 1 .' '.$mutant : ++$killed;
}
printf("seed %d: %d mutants, %d killed, %d survived\n", $options['seed'], $done, $killed, count($survivors));
echo implode("\n", $survivors), $survivors ? "\n" : '';
exit($survivors ? 1 : 0);
