<?php
/* SPDX-License-Identifier: MIT
 *
 * What `./dev faults` runs: every store under every fault that it can have, and at the end the control. */

require __DIR__.'/options.inc';
require __DIR__.'/table.inc';

/** As many stores at a time as may have one server together: what the others ask of it is no fault of any of them. */
const SHARING = 3;

/**
 * The next store to begin with: the first that has servers of its own, or few beside it that share its own.
 *
 * @param list<string> $waiting
 * @param list<string> $running
 */
function next_store(array $waiting, array $running): ?string
{
    $all = subjects();
    $shares = fn (string $name) => CONTROL !== $name && $all[$name]->has('mongodb');
    $full = count(array_filter($running, $shares)) >= SHARING;

    return current(array_filter($waiting, fn ($name) => !$full || !$shares($name))) ?: null;
}

/** A process for that store under the faults that these values choose. */
function begin_store(string $name, array $values): Child
{
    return Child::run(
        [__DIR__.'/store.php', $name, json_encode($values)],
        'slock',
        ['posix', 'pdo', 'mysqlnd', 'pdo_mysql', 'pdo_pgsql', 'pdo_sqlite', 'mongodb'],
    );
}

/** Each store in a process of its own, some at a time. */
function run_stores(Options $options, Table $table): void
{
    $waiting = $options->subjects();
    /** @var array<string, Child> $running */
    $running = [];
    while ($waiting || $running) {
        if ($options->over()) {
            $over = array_diff($waiting, [CONTROL]);
            $table->notRun(array_map(fn ($name) => count($options->misdeeds(subjects()[$name])), $over));
            $waiting = array_diff($waiting, $over);
        }
        while (count($running) < $options->jobs && $name = next_store($waiting, array_keys($running))) {
            $waiting = array_diff($waiting, [$name]);
            $running[$name] = begin_store($name, $options->values);
        }
        foreach ($running as $name => $child) {
            $line = $child->hear(0.05);
            if (null !== $line) {
                $table->add($line);
            } elseif (!$child->running()) {
                $table->ended($name, $child->exit, $child->finish());
                unset($running[$name]);
            }
        }
    }
}

/**
 * Once more, and alone, what was too late while others ran: the same faults, as far as they depend on the seed. What is
 * too late again, or anything else, was found.
 */
function run_late_again(Options $options, Table $table): void
{
    foreach ($table->late() as [$store, $fault]) {
        $child = begin_store($store, $options->again($fault));
        while ($child->running()) {
            null !== ($line = $child->hear(0.05)) && $table->addAgain($line);
        }
        foreach (array_filter(explode("\n", $child->finish())) as $line) {
            $table->addAgain($line);
        }
        $table->endedAgain($store, $fault, $child->exit);
    }
}

if ('--servers' === ($argv[1] ?? '')) {
    // The kinds of servers that have to be there.
    echo implode("\n", Options::read(array_slice($argv, 2))->servers());
    exit(0);
}
$options = Options::read(array_slice($argv, 1));
$began = now();
printf("seed %d, %g seconds of each fault\n", $options->seed, $options->seconds);
$table = new Table($options);
run_stores($options, $table);
run_late_again($options, $table);
$table->finish(now() - $began);
exit($table->failed() ? 1 : 0);
