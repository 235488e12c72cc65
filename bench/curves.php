<?php
/*
 * What is measured while something grows: one entry per curve.
 *
 *     title, group, servers   as in cases.php; curves of one group stand in one picture
 *     grows      what the points count
 *     points     how much of it; `few`: with --quick
 *     measure    `time`: of one operation, in µs, one process a side; `processes`: as many processes as the point says,
 *                operations a second of all together; `crowds`: the same of processes that take turns with one lock,
 *                and how fair that is
 *     contestants  the sides that there are; `bounded` is slock with waits of at most 30 s
 *     counter    `redis`: of `crowds`, also what a turn asks of the servers
 *     sides      slock, package, raw, extensions as in cases.php; or a function of the point that returns them. `table`
 *                is an expression for the job `rows`: the arguments of fill_table() in worker.php
 *     job        the function of worker.php, which gets the point as its third argument
 *     cpu        `same`: of `time`, on the CPU of the servers; otherwise on the other
 *     chunk      so many operations are done between two looks at the clock, where looking costs something
 *     targets    what has to hold at each point: `side` (slock) has at least (`sign` ≥) or at most (≤) `limit` of
 *                what `of` has, which is a side or `first`, slock at the first point; without `of` a number. `what` is
 *                what the number is of: the curve, or `fairness` or `requests`
 */

return static function (Ports $ports, array $cases): array {
    $of = static fn (string $name): array => array_intersect_key(
        $cases[$name],
        ['slock' => 0, 'package' => 0, 'raw' => 0, 'extensions' => 0],
    );
    $processes = static fn (string $name, array $more = []): array => $more + [
        'title' => $cases[$name]['title'],
        'group' => 'growing-processes',
        'servers' => $cases[$name]['servers'],
        'grows' => 'processes, each with its own key',
        'points' => [1, 2, 4, 8, 16, 32, 64],
        'few' => [1, 4],
        'measure' => 'processes',
        'sides' => $of($name),
        'targets' => [
            ['sign' => '≥', 'limit' => 0.95, 'of' => 'raw'],
            ['sign' => '≥', 'limit' => 1.0, 'of' => 'package'],
        ],
    ];

    // Turns with one lock, and no work under it: all that is measured is how it is passed on.
    $waiters = static fn (string $name, array $more = []): array => $more + [
        'title' => $cases[$name]['title'],
        'group' => 'growing-waiters',
        'servers' => $cases[$name]['servers'],
        'grows' => 'processes that take turns with one lock',
        'points' => [2, 8, 32, 64, 128, 256],
        'few' => [2, 8],
        'measure' => 'crowds',
        'contestants' => ['slock', 'package'],
        'job' => 'actor',
        'sides' => $of($name),
        'targets' => [
            ['sign' => '≥', 'limit' => 1.0, 'of' => 'package'],
            // Who polls, or waits in the kernel's or the server's queue, is served as these please.
            ['sign' => '≥', 'limit' => 0.9, 'of' => 'package', 'what' => 'fairness'],
        ],
    ];

    // One process a side; nothing may depend on the size.
    $sizes = static fn (string $title, string $grows, array $more): array => $more + [
        'title' => $title,
        'group' => 'growing-size',
        'servers' => [],
        'grows' => $grows,
        'points' => [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000],
        'few' => [1, 1_000],
        'measure' => 'time',
        'cpu' => 'same',
        'targets' => [['sign' => '≤', 'limit' => 1.2, 'of' => 'first']],
    ];
    $held = static fn (string $name, int $most, array $more = []): array => $more + $sizes(
        $cases[$name]['title'],
        'other locks that the process holds',
        [
            'servers' => $cases[$name]['servers'],
            'points' => array_filter([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000], static fn ($n) => $n <= $most),
            'job' => 'beside',
            'sides' => array_diff_key($of($name), ['raw' => 0]),
        ],
    );
    $directory = $ports->directory();
    $memory = $ports->directory('/dev/shm');
    $names = static function (int $count) use ($directory): array {
        foreach ([$ours = "$directory/names-$count", $raw = "$directory/raw-names-$count"] as $path) {
            is_dir($path) || mkdir($path);
        }

        return [
            'slock' => "new FlockStore('$ours')",
            'package' => "new FlockStore('$ours')",
            'raw' => ['flock', "$raw/name", (string) $count],
        ];
    };
    $table = static fn (string $kind): callable => static function (int $count) use ($kind, $memory): array {
        $name = "slock_bench_rows_$count";
        $env = 'mysql' === $kind ? 'SLOCK_TEST_MYSQL' : 'SLOCK_TEST_PGSQL';
        $connection = 'sqlite' === $kind ? "'sqlite:$memory/rows-$count.db', null, null" : "'$kind:host='"
            .".getenv('{$env}_HOST').';port='.getenv('{$env}_PORT').';dbname='.getenv('{$env}_DB'), "
            ."getenv('{$env}_USER'), getenv('{$env}_PASSWORD')";
        $store = "(fn (\$dsn, \$user, \$password) => new PdoStore(\$dsn, ['db_username' => \$user, "
            ."'db_password' => \$password, 'db_table' => '$name']))($connection)";

        return [
            'slock' => $store,
            'package' => $store,
            'extensions' => ["pdo_$kind"],
            'table' => "['$name', $connection]",
        ];
    };
    $rows = static fn (string $kind, array $servers): array => $sizes("PdoStore, $kind", 'rows in the table', [
        'servers' => $servers,
        'job' => 'rows',
        'sides' => $table($kind),
    ]);
    $member = static fn (int $i): string => "new RedisStore('redis://127.0.0.1:{$ports->redis($i)}')";
    $client = static fn (int $i): string => 'new RedisStore((function () { $redis = new \Redis(); '
        ."\$redis->connect('127.0.0.1', {$ports->redis($i)}); return \$redis; })())";
    $quorum = static fn (int $members, callable $store): string => 'new CombinedStore(['
        .implode(', ', array_map($store, range(0, $members - 1))).'], new ConsensusStrategy())';
    // Every file is a descriptor, and some are needed for other things.
    $descriptors = (int) shell_exec('ulimit -n') - 100;

    return [
        'members' => [
            'title' => 'Quorum of Redis servers',
            'group' => 'growing-quorum',
            'servers' => ['redis'],
            'grows' => 'members',
            'points' => [1, 2, 3, 4, 5, 6, 7, 8, 9],
            'few' => [1, 5],
            'measure' => 'time',
            'sides' => static fn (int $members): array => [
                'slock' => $quorum($members, $member),
                'package' => $quorum($members, $client),
                'extensions' => ['redis'],
                'raw' => ['quorum', '127.0.0.1', ...array_map($ports->redis(...), range(0, $members - 1))],
            ],
            'targets' => [
                ['sign' => '≤', 'limit' => 1.15, 'of' => 'raw'],
                ['sign' => '≤', 'limit' => 1.0, 'of' => 'package'],
            ],
        ],
        'held-in-memory' => $held('in-memory', 1_000_000),
        'held-redis' => $held('redis', 100_000),
        'held-memcached' => $held('memcached', 100_000),
        // The server itself goes through all locks of a session at the end of each statement, so that raw C is what
        // slock can be held against. The package takes 130 ms with 1,000 locks.
        'held-postgresql' => $held('postgresql', 10_000, [
            'sides' => static fn (int $count): array => ['raw' => ['postgresql', (string) $count]] + array_diff_key(
                $of('postgresql'),
                $count > 100 ? ['package' => 0] : [],
            ),
            'targets' => [['sign' => '≤', 'limit' => 1.3, 'of' => 'raw']],
        ]),
        'held-flock' => $held('flock', min(10_000, $descriptors), $descriptors < 1_000 ? ['few' => [1, 100]] : []),
        'names-flock' => $sizes('flock', 'files in the directory, all of them in use', [
            'sides' => $names,
            'job' => 'names',
        ]),
        'rows-sqlite' => $rows('sqlite', []),
        'rows-mysql' => $rows('mysql', ['mariadb']),
        'rows-pgsql' => $rows('pgsql', ['postgresql']),
        'processes-redis' => $processes('redis'),
        'processes-postgresql' => $processes('postgresql'),
        'processes-memcached' => $processes('memcached'),
        // A cycle takes some 4 µs.
        'processes-flock' => $processes('flock', ['chunk' => 16]),
        'waiters-redis' => $waiters('redis', [
            'counter' => 'redis',
            'contestants' => ['slock', 'package', 'raw'],
            'sides' => ['raw' => ['redis_turns', '127.0.0.1', $ports->redis()]] + $of('redis'),
            'targets' => [
                ['sign' => '≥', 'limit' => 2000],
                ['sign' => '≥', 'limit' => 1.5, 'of' => 'package'],
                ['sign' => '≥', 'limit' => 0.95, 'what' => 'fairness'],
                ['sign' => '≤', 'limit' => 4, 'what' => 'requests'],
            ],
        ]),
        'waiters-postgresql' => $waiters('postgresql'),
        'waiters-memcached' => $waiters('memcached'),
        'waiters-flock' => $waiters('flock', [
            'contestants' => ['slock', 'bounded', 'package'],
            'targets' => [
                ['sign' => '≥', 'limit' => 1.0, 'of' => 'package'],
                ['sign' => '≥', 'limit' => 0.9, 'of' => 'package', 'what' => 'fairness'],
                ['sign' => '≥', 'limit' => 0.6, 'side' => 'bounded', 'of' => 'slock'],
            ],
        ]),
    ];
};
