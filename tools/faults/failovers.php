<?php
/* SPDX-License-Identifier: MIT
 *
 * What `./dev failovers` runs: Redis masters that are killed at random points, and how many of the locks that they have
 * acknowledged their replica does not know, with `replicas=1` and without. --count=N failovers, --jobs=N at a time. */

require dirname(__DIR__, 2).'/tests/inc/failovers.inc';

const DELAYS = [0.0, 0.001, 0.005, 0.02]; // seconds that replication takes longer, one after the other

$options = getopt('', ['count:', 'jobs:', 'one:'], $rest);
if (isset($options['one'])) {
    $delay = DELAYS[$options['one'] % count(DELAYS)];
    $trial = new FailoverTrial($delay, random_int(100, 1500) / 1000);
    exit("RESULT ".json_encode(['delay' => $delay, 'sides' => $trial->result])."\n");
}
$left = range(0, max(1, (int) ($options['count'] ?? 4)) - 1);
$running = $sums = [];
$failed = $done = 0;
$show = function () use (&$sums, &$done) {
    ksort($sums);
    printf("%d failovers\n%-12s %-10s %10s %14s %8s %8s\n", $done, 'replication', 'replicas', 'failovers',
        'acknowledged', 'lost', 'errors');
    foreach ($sums as $delay => $sides) {
        foreach ($sides as $side => $sum) {
            printf("%-12s %-10s %10d %14d %8d %8d\n", "+$delay ms", 'with' === $side ? '1' : '-', ...array_values($sum));
        }
    }
};
while ($left || $running) {
    while ($left && count($running) < max(1, (int) ($options['jobs'] ?? 1))) {
        $running[] = Child::run([__FILE__, '--one='.array_shift($left)], 'slock', ['posix']);
    }
    foreach ($running as $n => $child) {
        if ($child->running()) {
            continue;
        }
        $said = $child->finish();
        unset($running[$n]);
        if (!preg_match('/^RESULT (.*)$/m', $said, $m)) {
            ++$failed;
            echo 'no failover: ', $said, "\n";
            continue;
        }
        $one = json_decode($m[1], true);
        foreach ($one['sides'] as $side => $counts) {
            $sum = &$sums[(int) round($one['delay'] * 1000)][$side];
            $sum ??= ['failovers' => 0, 'acknowledged' => 0, 'lost' => 0, 'errors' => 0];
            ++$sum['failovers'];
            array_walk($counts, function ($count, $what) use (&$sum) { $sum[$what] += $count; });
            unset($sum);
        }
        0 === ++$done % 10 && $show();
    }
    usleep(50000);
}
$show();
$failed && printf("%d trials came to no end\n", $failed);
// There is one replica: what it has confirmed it knows.
$lost = array_sum(array_column(array_column($sums, 'with'), 'lost'));
$mostly_errors = fn ($sum) => $sum['errors'] >= $sum['acknowledged'];
$lost && printf("%d confirmed locks were lost\n", $lost);
// Who is told of errors has no locks to lose.
$refused = array_filter(array_map(fn ($sides) => array_filter($sides, $mostly_errors), $sums));
foreach ($refused as $delay => $sides) {
    printf("+%d ms: more errors than locks before the masters were killed\n", $delay);
}
exit($failed || $lost || $refused || !$done ? 1 : 0);
