<?php
/*
 * The results as a table in the terminal, as results.md, and as data for the charts.
 */

final class Report
{
    private array $rows = [];
    private array $waiting = [];
    private array $keeping = [];
    /** @var list<array{case: array, found: array}> see measure_curve() */
    private array $curves = [];
    /** @var array<string, ?float> instructions per cycle */
    public array $instructions = [];

    private const KEEPING = [
        'cpu' => 'CPU of the thread that renews, ms per second',
        'php' => 'CPU of PHP that sleeps meanwhile, more than without them, ms per second',
        'renewals' => 'renewals a second',
        'p50' => 'lost, from the server\'s answer to $onLost in PHP that computes, p50, ms',
        'p99' => 'the same, p99, ms',
        'max' => 'the same, the longest, ms',
    ];

    private const WAITING = [
        'p50' => 'hand-off, from the call of release() to the return of acquire(), p50, ms',
        'p95' => 'hand-off, p95, ms',
        'total' => '8 waiters with 5 ms of work each, ms in all',
        'cpu' => 'CPU of a waiter, ms per second',
        'fairness' => "fairness among 8 in 3 s (Jain's index)",
    ];

    public function row(array $row): void
    {
        $this->rows[] = $row;
        $this->say(sprintf('%-46s %s', $row['title'].', '.$row['where'], implode('   ', array_map(
            static fn ($side, $spread) => sprintf('%s %s', $side, self::number($spread['median'])),
            array_keys($row['spread']),
            $row['spread'],
        ))));
    }

    /** @param array $found what measure_curve() returns */
    public function curve(array $case, array $found): void
    {
        $this->curves[] = ['case' => $case, 'found' => $found];
        $this->say(sprintf('%-46s %s', "$case[title]: $case[grows]", implode('   ', array_map(
            static fn ($point, $at) => $point.': '.implode(' / ', array_map(
                static fn ($side) => self::number($at['sides'][$side]['value']['median']),
                array_keys(array_intersect_key(CURVE_SIDES, array_diff_key($at['sides'], ['first' => 0]))),
            )),
            array_keys($found),
            $found,
        ))));
    }

    public function waiting(string $name, array $case, array $found): void
    {
        $this->waiting[] = [
            'name' => $name,
            'title' => $case['title'],
            'targets' => $case['waiting'],
            'found' => $found,
        ];
        $this->say(sprintf(
            '%-46s %s',
            'waiting, '.$case['title'],
            implode(
                ', ',
                array_map(
                    static fn ($side, $of) => sprintf('%s p50 %.2f ms', $side, $of['p50']),
                    array_keys($found),
                    $found,
                ),
            ),
        ));
    }

    /** @param array $found what measure_keeping() returns */
    public function keeping(array $case, array $found): void
    {
        $this->keeping[] = ['title' => $case['title'], 'targets' => $case['keeping'], 'found' => $found];
        $this->say(sprintf('%-46s CPU %.2f ms a second', "kept alive, $case[title]", $found['cpu']));
    }

    private function say(string $line): void
    {
        progress('');
        fwrite(STDERR, so_far()." $line\n");
    }

    private static function number(float $number): string
    {
        return match (true) {
            $number >= 100 => number_format($number),
            $number >= 10 => sprintf('%.1f', $number),
            default => sprintf('%.2f', $number),
        };
    }

    private static function cell(?array $spread): string
    {
        if (null === $spread) {
            return '';
        }
        $text = self::number($spread['median']);

        return $spread['low'] === $spread['high']
            ? $text
            : $text.' ('.self::number($spread['low']).' to '.self::number($spread['high']).')';
    }

    private static function verdict(?float $value, float|null $target, string $sign = '≤'): string
    {
        if (null === $value) {
            return null === $target ? '' : "not measured, $sign $target";
        }
        $text = self::number($value);
        if (null === $target) {
            return $text;
        }

        return "$text, $sign $target: ".(
            ('≤' === $sign ? $value <= $target : $value >= $target) ? 'met' : '**not met**'
        );
    }

    /** Whether the raw program has more to do than slock: being faster than that says nothing. */
    private static function isUnequal(array $requests): bool
    {
        return isset($requests['raw'], $requests['slock']) && $requests['raw'] > $requests['slock'] + 0.1;
    }

    /** @return list<list<string>> the head and the rows of one placement */
    private function table(string $where): array
    {
        $table = [[
            '',
            'slock',
            'package, opcache',
            'package, JIT',
            'raw C',
            'slock / package',
            'slock / raw C',
            'requests per cycle',
        ]];
        foreach ($this->rows as $row) {
            if ($where !== $row['where']) {
                continue;
            }
            // Targets are for one core.
            $targets = 'same core' === $where ? $row['targets'] : [];
            $toPackage = isset($row['adds'])
                ? 'adds '.self::verdict($row['adds'], $targets['adds'] ?? null).' (ms)'
                : self::verdict($row['ratio']['package'] ?? null, $targets['package'] ?? null);
            $requests = array_map(
                static fn ($n) => null === $n ? '?' : (string) (round($n, 1) + 0.0 ?: 0),
                $row['requests'] ?? [],
            );
            $unit = ['us' => 'µs', 'ms' => 'ms', 'bytes' => ''][$row['unit']];
            $table[] = [
                $row['title'].('' === $unit ? '' : ", $unit"),
                self::cell($row['spread']['slock']),
                self::cell($row['spread']['package'] ?? null).($row['bare'] ? ' [no extension]' : ''),
                self::cell($row['spread']['jit'] ?? null),
                self::cell($row['spread']['raw'] ?? null).match (true) {
                    null !== $row['beside'] => " [$row[beside]]",
                    null !== $row['floor'] => ' [empty script, no extension]',
                    default => '',
                },
                $toPackage.(null === $row['floor'] ? '' : sprintf(
                    ' (an empty script: %.2f; what is added to that: %s)',
                    $row['floor'],
                    self::verdict($row['added'], $targets['added'] ?? null),
                )),
                self::verdict($row['ratio']['raw'] ?? null, $targets['raw'] ?? null),
                $requests
                    ? implode(' / ', array_map(static fn ($side, $n) => "$side $n", array_keys($requests), $requests))
                    .('redis' === $row['counter'] ? '' : ' ('.$row['counter'].')')
                    .(self::isUnequal($row['requests']) ? ', **raw asks more**' : '')
                    : '',
            ];
        }

        return $table;
    }

    private function waitingTable(): array
    {
        $table = [['', 'slock', 'package, opcache', 'target']];
        foreach ($this->waiting as $case) {
            foreach (self::WAITING as $what => $title) {
                [$slock, $package] = [$case['found']['slock'][$what], $case['found']['package'][$what] ?? null];
                $target = $case['targets'][$what] ?? null;
                // "No slower than the package": within the noise of such short times.
                $verdict = match (true) {
                    null === $target => '',
                    'package' === $target => 'not slower: '.($slock <= 1.1 * $package + 0.05 ? 'met' : '**not met**'),
                    'fairness' === $what => self::verdict($slock, $target, '≥'),
                    default => self::verdict($slock, $target),
                };
                $table[] = [
                    $case['title'].', '.$title,
                    self::number($slock),
                    null === $package ? '' : self::number($package),
                    $verdict,
                ];
            }
            $failures = array_column($case['found'], 'failures');
            if (array_sum($failures)) {
                $table[] = [
                    $case['title'].', waits that ended with an exception and were started again',
                    ...array_map(strval(...), $failures),
                    '',
                ];
            }
        }

        return $table;
    }

    private function keepingTable(): array
    {
        $table = [['', 'slock', 'target']];
        foreach ($this->keeping as $case) {
            foreach (array_intersect_key(self::KEEPING, $case['found']) as $what => $title) {
                $target = $case['targets'][$what] ?? null;
                $table[] = [
                    "$case[title], $title",
                    self::number($case['found'][$what]),
                    null === $target ? '' : self::verdict($case['found'][$what], $target),
                ];
            }
        }

        return $table;
    }

    private static function unit(array $case): string
    {
        return 'time' === $case['measure'] ? 'µs' : 'a second';
    }

    private static function targetTitle(array $target): string
    {
        $side = CURVE_SIDES[$target['side'] ?? 'slock'];

        return (isset($target['what']) ? "$side, ".self::FOUND[$target['what']] : $side)
            .(isset($target['of']) ? ' / '.CURVE_SIDES[$target['of']] : '')." $target[sign] $target[limit]";
    }

    /** What is found at a point beside the number that the curve shows. */
    private const FOUND = ['fairness' => "Jain's index", 'requests' => 'requests a cycle'];

    /** @return list<list<string>> one row a point, and the worst point of each target */
    private static function curveTable(array $case, array $found): array
    {
        $sides = array_intersect_key(CURVE_SIDES, array_replace(...array_values(array_column($found, 'sides'))));
        unset($sides['first']);
        $more = array_intersect_key(self::FOUND, ...array_values(array_column(array_column($found, 'sides'), 'slock')));
        $head = [$case['grows'], ...array_map(static fn ($side) => "$side, ".self::unit($case), array_values($sides))];
        foreach ($more as $what => $title) {
            $head[] = "$title: ".implode(' / ', array_keys($sides));
        }
        $table = [[...$head, ...array_map(self::targetTitle(...), $case['targets'])]];
        $worst = array_fill(0, count($case['targets']), null);
        foreach ($found as $point => ['sides' => $at, 'targets' => $numbers]) {
            $row = [number_format($point)];
            foreach ($sides as $side => $_) {
                $row[] = self::cell($at[$side]['value'] ?? null);
            }
            foreach ($more as $what => $_) {
                $row[] = implode(' / ', array_map(
                    static fn ($side) => isset($at[$side]) ? self::number($at[$side][$what]['median']) : '',
                    array_keys($sides),
                ));
            }
            foreach ($case['targets'] as $i => $target) {
                $number = $numbers[$i];
                $row[] = null === $number ? '' : self::number($number);
                $worse = null !== $number && (null === $worst[$i] || (
                    '≤' === $target['sign'] ? $number > $worst[$i][0] : $number < $worst[$i][0]
                ));
                $worst[$i] = $worse ? [$number, $point] : $worst[$i];
            }
            $table[] = $row;
        }
        $table[] = [
            'the worst point',
            ...array_fill(0, count($head) - 1, ''),
            ...array_map(
                static fn ($worst, $target) => null === $worst
                    ? 'not measured'
                    : sprintf('at %s %s', number_format($worst[1]), self::verdict(
                        $worst[0],
                        $target['limit'],
                        $target['sign'],
                    )),
                $worst,
                $case['targets'],
            ),
        ];

        return $table;
    }

    /** @return array<string, list<array{case: array, found: array}>> */
    private function curvesByGroup(): array
    {
        $groups = [];
        foreach ($this->curves as $curve) {
            $groups[$curve['case']['group']][] = $curve;
        }

        return $groups;
    }

    private function curveText(): string
    {
        $text = '';
        foreach ($this->curvesByGroup() as $group => $curves) {
            $grows = array_unique(array_column(array_column($curves, 'case'), 'grows'));
            $text .= "\n## As the work grows: ".implode(', ', $grows)."\n\n![]($group.svg)\n";
            foreach ($curves as ['case' => $case, 'found' => $found]) {
                $text .= "\n### $case[title]: $case[grows]\n\n".self::markdown(self::curveTable($case, $found));
            }
        }

        return $text;
    }

    /** A picture a group. */
    private function drawCurves(string $directory): void
    {
        foreach ($this->curvesByGroup() as $group => $curves) {
            $blocks = [];
            foreach ($curves as ['found' => $found]) {
                $block = '';
                foreach ($found as $point => ['sides' => $at]) {
                    $block .= $point;
                    foreach (['slock', 'bounded', 'package', 'raw'] as $side) {
                        $block .= isset($at[$side]) ? sprintf(' %.4f', $at[$side]['value']['median']) : ' NaN';
                    }
                    $block .= "\n";
                }
                $blocks[] = $block;
            }
            $has = static fn ($side) => implode(', ', array_map(
                static fn ($curve) => isset(reset($curve['found'])['sides'][$side]) ? 1 : 0,
                $curves,
            ));
            $texts = static fn (callable $of) => implode(', ', array_map(
                static fn ($curve) => '"'.addcslashes(str_replace('`', '', $of($curve['case'])), '"\\').'"',
                $curves,
            ));
            $count = count($curves);
            self::draw(
                $directory,
                $group,
                'curve.gp',
                implode("\n\n", $blocks),
                "count=$count; array grows[$count] = ["
                    .$texts(static fn ($case) => $case['grows'])."]; array titles[$count] = ["
                    .$texts(static fn ($case) => $case['title'])."]; array units[$count] = ["
                    .$texts(self::unit(...))."]; array bounded[$count] = [{$has('bounded')}]; "
                    ."array package[$count] = [{$has('package')}]; "
                    ."array raw[$count] = [{$has('raw')}]",
            );
        }
    }

    private function instructionTable(): array
    {
        $table = [['', 'instructions']];
        foreach ($this->instructions as $what => $count) {
            $table[] = [$what, null === $count ? 'valgrind is missing' : number_format($count)];
        }

        return $table;
    }

    /** Characters, without needing an extension for them. */
    private static function width(string $text): int
    {
        return strlen(preg_replace('/[\x80-\xBF]/', '', $text));
    }

    private static function aligned(array $table): string
    {
        $widths = [];
        foreach ($table as $row) {
            foreach ($row as $i => $cell) {
                $widths[$i] = max($widths[$i] ?? 0, self::width($cell));
            }
        }
        $lines = array_map(
            static fn ($row) => rtrim(implode(
                '  ',
                array_map(
                    static fn ($cell, $width) => $cell.str_repeat(' ', $width - self::width($cell)),
                    $row,
                    $widths,
                ),
            )),
            $table,
        );

        return implode("\n", $lines)."\n";
    }

    private static function markdown(array $table): string
    {
        $lines = array_map(static fn ($row) => '| '.implode(' | ', $row).' |', $table);
        array_splice($lines, 1, 0, '|'.str_repeat('---|', count($table[0])));

        return implode("\n", $lines)."\n";
    }

    public function print(): void
    {
        $missed = 0;
        foreach ([
            'Same core' => $this->table('same core'),
            'Two cores' => $this->table('two cores'),
            'Waiting' => $this->waitingTable(),
            'Keeping alive' => $this->keepingTable(),
            'Instructions per cycle' => $this->instructionTable(),
        ] as $title => $table) {
            if (count($table) > 1) {
                $missed += self::missed($table);
                echo "\n$title\n", str_replace('**', '', self::aligned($table));
            }
        }
        foreach ($this->curves as ['case' => $case, 'found' => $found]) {
            $table = self::curveTable($case, $found);
            $missed += self::missed($table);
            echo "\n$case[title]: $case[grows]\n", str_replace('**', '', self::aligned($table));
        }
        echo "\ntargets not met: $missed\n";
    }

    /** How many targets of a table are not met. */
    private static function missed(array $table): int
    {
        return substr_count(implode("\n", array_merge(...$table)), '**not met**');
    }

    public function write(string $directory, int $rounds): void
    {
        $text = "# Results\n\n"
            ."Written by `./dev bench`; [docs/benchmarks.md](../docs/benchmarks.md) tells what the rows mean and how "
            ."to repeat them.\n\n"
            .self::software()."\n"
            ."$rounds interleaved rounds; medians, and in parentheses the quartiles. "
            ."Ratios are the median of the ratios of the rounds.\n\n"
            ."## Same core: client and server on one CPU\n\n".self::markdown($this->table('same core'))
            ."\n## Two cores: the client on another CPU than the server\n\n".self::markdown($this->table('two cores'))
            ."\n## Waiting\n\n".self::markdown($this->waitingTable())
            ."\n## Keeping alive\n\n".self::markdown($this->keepingTable())
            .$this->curveText()
            ."\n## Instructions per cycle (callgrind)\n\n".self::markdown($this->instructionTable());
        file_put_contents("$directory/results.md", $text);
        $this->charts($directory);
    }

    /** What the numbers depend on, and nothing that tells whose machine it was. */
    private static function software(): string
    {
        $first = static fn (string $command) => trim(strtok((string) shell_exec("$command 2>/dev/null"), "\n"));
        $lines = [
            'CPUs' => trim((string) shell_exec('getconf _NPROCESSORS_ONLN')),
            'PHP' => PHP_VERSION.(PHP_ZTS ? ', thread-safe' : '').(PHP_DEBUG ? ', debug' : ''),
            'PHP package' => 'symfony/lock 7.4',
            'ext-redis' => phpversion('redis') ?: '',
            'Redis' => preg_match('/v=(\S+)/', $first('redis-server --version'), $match) ? $match[1] : '',
            'hiredis' => $first('pkg-config --modversion hiredis'),
            'compiler' => $first('cc --version'),
            'C library' => $first('getconf GNU_LIBC_VERSION'),
        ];

        return implode(
            '',
            array_map(
                static fn ($what, $version) => '' === $version ? '' : "- $what: $version\n",
                array_keys($lines),
                $lines,
            ),
        );
    }

    /** Bars as percentages of the package. */
    private function charts(string $directory): void
    {
        if (!is_executable('/usr/bin/gnuplot')) {
            fwrite(STDERR, "Without gnuplot there are no charts.\n");

            return;
        }
        $charts = [
            'cycle' => [
                'One uncontended cycle: the time it takes, in percent of the PHP package with opcache',
                ['cycle', 'objects'],
            ],
            'sql' => [
                'Locks in a table of a database: the time of one cycle, in percent of the PHP package with opcache',
                ['sql'],
            ],
            'quorum' => [
                'A quorum of Redis servers: the time of one cycle, in percent of the PHP package',
                ['quorum', 'quorum, 2 ms round trip'],
            ],
        ];
        foreach ($charts as $name => [$title, $groups]) {
            $data = '';
            foreach ($this->rows as $row) {
                if (
                    'same core' !== $row['where']
                    || !in_array($row['group'], $groups, true)
                    || !isset($row['spread']['package'])
                ) {
                    continue;
                }
                $percent = static fn ($side) => isset($row['spread'][$side])
                    ? sprintf('%.1f', 100 * $row['spread'][$side]['median'] / $row['spread']['package']['median'])
                    : 'NaN';
                $label = str_replace(['quorum of ', '`', '\\'], ['', '', ''], $row['title']);
                $data .= sprintf("\"%s\" %s %s %s 100\n", $label, $percent('slock'), $percent('raw'), $percent('jit'));
            }
            if ('' !== $data) {
                self::plot($directory, $name, $title, $data);
            }
        }
        $data = '';
        foreach ($this->waiting as $case) {
            $data .= sprintf(
                "\"%s\" %.3f %s\n",
                str_replace(['`', '\\'], '', $case['title']),
                $case['found']['slock']['p50'],
                isset($case['found']['package']) ? sprintf('%.3f', $case['found']['package']['p50']) : 'NaN',
            );
        }
        $this->drawCurves($directory);
        if ('' !== $data) {
            self::plot($directory, 'hand-off', 'From the call of release() to the next owner, p50, ms', $data);
        }
    }

    private static function plot(string $directory, string $name, string $title, string $data): void
    {
        self::draw($directory, $name, 'chart.gp', $data, "name='$name'; heading='$title'");
    }

    private static function draw(
        string $directory,
        string $name,
        string $program,
        string $data,
        string $variables,
    ): void {
        $file = tempnam(sys_get_temp_dir(), 'slock-bench-');
        file_put_contents($file, $data);
        $process = proc_open(
            ['/usr/bin/gnuplot', '-e', "$variables; data='$file'", __DIR__."/$program"],
            [['file', '/dev/null', 'r'], ['file', "$directory/$name.svg", 'w']],
            $pipes,
        );
        $status = proc_close($process);
        unlink($file);
        if ($status) {
            throw new RuntimeException("gnuplot could not draw $name.svg");
        }
    }
}
