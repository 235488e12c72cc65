<?php
/*
 * Curves: the same measured again and again while something grows. At each point all sides run in turn, as everywhere
 * (measure.php); processes that work side by side begin at the same moment.
 */

/** How a side, and what is compared with it, is called in tables and pictures. */
const CURVE_SIDES = [
    'slock' => 'slock',
    'bounded' => 'slock, bounded wait',
    'package' => 'package, opcache',
    'raw' => 'raw C',
    'first' => 'slock at the first point',
];

/** Processes of one side that work at the same time. */
final class Team
{
    /** @var list<Contender> */
    private array $members = [];
    private float $lead;

    /** @param string $ready what a process must say that it runs on */
    public function __construct(
        public readonly string $name,
        array $command,
        string $cpus,
        private readonly int $size,
        string $ready,
        string $warm,
    ) {
        // As long as it takes to tell all of them.
        $this->lead = 20e6 + 0.5e6 * $size;
        for ($i = 0; $i < $size; ++$i) {
            $this->members[] = $member = new Contender($name, $command, $cpus);
            if ($ready !== $member->ready) {
                throw new RuntimeException("$name is $member->ready, not $ready");
            }
            foreach (explode("\n", $warm) as $line) {
                $member->say($line);
                $member->hear();
            }
        }
    }

    /**
     * All do the same from the same moment on: `$what` and this moment are what they are told.
     *
     * @return list<float> their answers
     */
    public function together(string $what): array
    {
        for ($try = 0; $try < 6; ++$try) {
            $start = hrtime(true) + (int) $this->lead;
            array_map(static fn ($member) => $member->say("$what $start"), $this->members);
            $answers = array_map(static fn ($member) => $member->hear(), $this->members);
            if (min($answers) >= 0 && max($answers) > 0) {
                return $answers;
            }
            // Somebody was told when the others had begun, or nobody got a CPU in time: that counts for nothing.
            $this->lead *= 2;
        }
        throw new RuntimeException("$this->name: $this->size processes do not get to begin at the same moment");
    }

    /** @return list<float> what all of them answer to this line */
    public function ask(string $line): array
    {
        array_map(static fn ($member) => $member->say($line), $this->members);

        return array_map(static fn ($member) => $member->hear(), $this->members);
    }

    public function end(): void
    {
        array_map(static fn ($member) => $member->end(), $this->members);
    }
}

/** The command of a side at a point; null when there is no such side. */
function curve_command(array $case, string $side, int $point): ?array
{
    $at = in_array($side, ['first', 'bounded'], true) ? 'slock' : $side;
    $sides = is_callable($case['sides']) ? $case['sides']($point) : $case['sides'];
    $command = command_for($sides, $at, $case['job'] ?? 'cycle');
    if (null === $command || 'raw' === $at) {
        return $command;
    }

    return [...$command, (string) $point, ...(array) ($sides['table'] ?? [])];
}

function curve_ready(string $side): string
{
    return match ($side) {
        'raw' => 'ready',
        'package' => 'ready package opcache',
        default => 'ready slock opcache',
    };
}

/**
 * One process a side: the time of one operation.
 *
 * @param array<string, array> $commands by side
 *
 * @return array<string, list<array{value: float}>> µs, by side and round
 */
function curve_times(string $name, array $commands, string $cpus, int $rounds, float $batch, callable $progress): array
{
    $contenders = [];
    foreach ($commands as $side => $command) {
        $contenders[$side] = new Contender("$name, $side", $command, $cpus);
        if (curve_ready($side) !== $contenders[$side]->ready) {
            throw new RuntimeException("$name, $side is {$contenders[$side]->ready}");
        }
    }
    $times = interleave($contenders, $rounds, $batch, $progress);
    array_map(static fn ($contender) => $contender->end(), $contenders);

    return array_map(
        static fn ($values) => array_map(static fn ($ns) => ['value' => $ns / 1e3], $values),
        $times,
    );
}

/**
 * So many processes a side, which do all they can for a while: operations a second of all together.
 *
 * @param array<string, array>  $commands by side
 * @param array<string, string> $warm     by side, the lines that a process is told first
 * @param callable              $sample   takes a team and returns what was found
 *
 * @return array<string, list<array<string, float>>> by side and round
 */
function curve_teams(
    string $name,
    array $commands,
    string $cpus,
    int $size,
    array $warm,
    int $rounds,
    callable $sample,
    callable $progress,
): array {
    $teams = $found = [];
    foreach ($commands as $side => $command) {
        $teams[$side] = new Team("$name, $side, $size", $command, $cpus, $size, curve_ready($side), $warm[$side]);
    }
    $order = array_keys($teams);
    for ($round = -1; $round < $rounds; ++$round) {
        $progress(max(0, $round), $rounds);
        foreach ($order as $side) {
            $one = $sample($teams[$side]);
            // The first round only warms.
            if ($round >= 0) {
                $found[$side][] = $one;
            }
        }
        $order[] = array_shift($order);
        if (0 === $round % count($order)) {
            $order = array_reverse($order);
        }
    }
    array_map(static fn ($team) => $team->end(), $teams);

    return $found;
}

/**
 * Takes turns with one lock and does nothing under it, for so many seconds.
 *
 * @return array<string, float> turns a second; how fair that was; and what a turn asks of the servers, if these count
 */
function crowd_sample(Team $team, float $seconds, bool $counted, Ports $ports): array
{
    $requests = static fn () => $counted ? redis_calls($ports, 'eval|evalsha|s?subscribe|blpop|rpush') : 0;
    $before = $requests();
    $served = $team->together(sprintf('contend %.2f 0', $seconds));
    $after = $requests();
    if ($failures = (int) array_sum($team->ask('failures'))) {
        throw new RuntimeException("$team->name: $failures waits ended with an exception");
    }

    return ['value' => array_sum($served) / $seconds, 'fairness' => fairness($served)]
        + ($counted ? ['requests' => ($after - $before) / array_sum($served)] : []);
}

/**
 * A target's number at a point: the median of the ratios of each round, or the median of what was found; null when one
 * of the two sides is not there.
 *
 * @param array<string, list<array<string, float>>> $found by side and round
 */
function curve_target(array $target, array $found): ?float
{
    $what = $target['what'] ?? 'value';
    $side = array_column($found[$target['side'] ?? 'slock'] ?? [], $what);
    if (!isset($target['of'])) {
        return $side ? quantile($side, .5) : null;
    }
    $of = array_column($found[$target['of']] ?? [], $what);

    return $side && $of ? ratio($side, $of) : null;
}

/**
 * One curve.
 *
 * @param int[]  $points
 * @param string $same   the CPU of the servers
 * @param string $other  another one, or the same when there is only one
 *
 * @return array<int, array{sides: array<string, array<string, array>>, targets: list<?float>}> by point: the spread of
 *     each thing that was found, by side; and the numbers of the targets
 */
function measure_curve(
    string $name,
    array $case,
    array $points,
    string $same,
    string $other,
    int $rounds,
    float $batch,
    Ports $ports,
    callable $progress,
): array {
    $crowds = 'crowds' === $case['measure'];
    foreach ($points as $point) {
        $commands = [];
        foreach ($case['contestants'] ?? ['slock', 'package', 'raw'] as $side) {
            $commands[$side] = curve_command($case, $side, $point);
        }
        if (in_array('first', array_column($case['targets'], 'of'), true) && $point !== $points[0]) {
            $commands['first'] = curve_command($case, 'slock', $points[0]);
        }
        $commands = array_filter($commands);
        $how = static fn ($at, $of) => $progress($point, $at, $of);
        if ('time' === $case['measure']) {
            $cpu = 'same' === ($case['cpu'] ?? '') ? $same : $other;
            $found = curve_times($name, $commands, $cpu, $rounds, $batch, $how);
        } else {
            $found = curve_teams(
                $name,
                $commands,
                $same === $other ? $same : "$same,$other",
                $point,
                array_combine(array_keys($commands), array_map(static fn ($side) => match (true) {
                    !$crowds => "1\n30",
                    'bounded' === $side => "limit 30\nturn 0",
                    default => 'turn 0',
                }, array_keys($commands))),
                $crowds ? max(1, intdiv($rounds, 10)) : max(3, intdiv($rounds, 3)),
                static function (Team $team) use ($batch, $case, $crowds, $ports): array {
                    if ($crowds) {
                        return crowd_sample($team, 150 * $batch / 1e9, isset($case['counter']), $ports);
                    }
                    $cycles = $team->together(sprintf('for %d %d', 10 * $batch, $case['chunk'] ?? 1));

                    return ['value' => array_sum($cycles) / (10 * $batch / 1e9)];
                },
                $how,
            );
        }
        $result[$point] = ['sides' => [], 'targets' => []];
        foreach ($found as $side => $samples) {
            foreach (array_keys($samples[0]) as $what) {
                $result[$point]['sides'][$side][$what] = spread(array_column($samples, $what));
            }
        }
        foreach ($case['targets'] as $target) {
            $result[$point]['targets'][] = curve_target($target, $found);
        }
    }

    return $result ?? [];
}
