<?php
/*
 * What is measured: one entry per row of the results.
 *
 *     title     what the row says
 *     group     rows of one group stand and are drawn together
 *     servers   the kinds of tests/servers/ that it needs
 *     job       the function of worker.php
 *     slock, package    PHP expressions that make the store
 *     extensions        PHP extensions that both sides load
 *     raw       the raw program in raw/ and its arguments, or `slock` and the store that stands for it
 *     beside    of that store: what the row calls it
 *     targets   at most so much of the package and of the raw program (ratios); `adds`: ms beyond the other; `added`:
 *               at most so much of what the package adds to an empty script
 *     batch     how many times longer than the others' its batches are, where single cycles differ much
 *     process, page     a script that runs as a process of its own, or as a page of php-fpm with one worker
 *     client    extensions of these that only the package's side loads
 *     floor     an empty script is measured beside them
 *     clock     of whole processes: `cpu` instead of the time from start to end
 *     cores     false: no other process takes part, so that there is nothing to spread over two cores
 *     counter what the last column counts: `redis` (scripts, at the servers), `messages` (sent by the client), `syncs`
 *     (of
 *               files to disk) or `system calls`; see count_requests() in measure.php
 *     waiting   the row is about waiting (measure_waiting()); its targets: at most so much, or `package`
 *     keeping   the row is about locks that are kept alive (measure_keeping()): `locks` of them with a TTL of `ttl`
 *               seconds; `lost`: how many are lost afterwards; its targets: at most so much
 *
 * A side that is left out is not measured: the package has no such store, or no client for it that could be had.
 *
 * A new store is a few lines here, and a program in raw/ where a C client can do its work.
 */

return static function (Ports $ports): array {
    $redis = static fn (int $i = 0): string =>
        "(function () { \$redis = new \\Redis(); \$redis->connect('127.0.0.1', {$ports->redis($i)}); return \$redis; "
            ."})()";
    $delayed = static fn (int $i = 0): string =>
        "(function () { \$redis = new \\Redis(); \$redis->connect('127.0.0.1', {$ports->delayed($i)}); "
            ."return \$redis; })()";
    $predis = "new \\Predis\\Client('tcp://127.0.0.1:{$ports->redis()}')";
    $dsn = "new RedisStore('redis://127.0.0.1:{$ports->redis()}')";
    $directory = $ports->directory();
    $memory = $ports->directory('/dev/shm');   // a file system in memory, where syncs cost nothing

    $combined = static fn (int $members, callable $store): string => 'new CombinedStore(['
        .implode(', ', array_map($store, range(0, $members - 1))).'], new ConsensusStrategy())';
    $quorum = static fn (int $members, array $targets): array => [
        'title' => "quorum of $members Redis, loopback",
        'group' => 'quorum',
        'servers' => ['redis'],
        'slock' => $combined($members, fn (int $i) => "new RedisStore('redis://127.0.0.1:{$ports->redis($i)}')"),
        'package' => $combined($members, fn (int $i) => "new RedisStore({$redis($i)})"),
        'extensions' => ['redis'],
        'raw' => ['quorum', '127.0.0.1', ...array_map($ports->redis(...), range(0, $members - 1))],
        'targets' => $targets,
        'counter' => 'redis',
    ];
    $distant = static fn (int $members, array $targets): array => [
        'title' => "quorum of $members Redis, 2 ms round trip",
        'group' => 'quorum, 2 ms round trip',
        'servers' => ['redis'],
        'slock' => $combined($members, fn (int $i) => "new RedisStore('redis://127.0.0.1:{$ports->delayed($i)}')"),
        'package' => $combined($members, fn (int $i) => "new RedisStore({$delayed($i)})"),
        'extensions' => ['redis'],
        'raw' => ['slock', "new RedisStore('redis://127.0.0.1:{$ports->delayed()}')"],
        'beside' => 'one member alone',
        'targets' => $targets,
        'counter' => 'redis',
    ];
    $both = static fn (string $store): array => ['slock' => $store, 'package' => $store];
    // The names of servers and their passwords come from the environment, where nobody else sees them.
    $pdo = [
        'sqlite' => ["'sqlite:$directory/locks.db'", '[]'],
        'mysql' => [
            "'mysql:host='.getenv('SLOCK_TEST_MYSQL_HOST').';port='.getenv('SLOCK_TEST_MYSQL_PORT').';dbname='.getenv('SLOCK_TEST_MYSQL_DB')",
            "['db_username' => getenv('SLOCK_TEST_MYSQL_USER'), 'db_password' => getenv('SLOCK_TEST_MYSQL_PASSWORD')]",
        ],
        'pgsql' => [
            "'pgsql:host='.getenv('SLOCK_TEST_PGSQL_HOST').';port='.getenv('SLOCK_TEST_PGSQL_PORT').';dbname='.getenv('SLOCK_TEST_PGSQL_DB')",
            "['db_username' => getenv('SLOCK_TEST_PGSQL_USER'), 'db_password' => getenv('SLOCK_TEST_PGSQL_PASSWORD')]",
        ],
    ];
    $dbal = [
        'sqlite' => "['driver' => 'pdo_sqlite', 'path' => '$directory/dbal.db']",
        'mysql' =>
            "['driver' => 'pdo_mysql', 'host' => getenv('SLOCK_TEST_MYSQL_HOST'), "
                ."'port' => getenv('SLOCK_TEST_MYSQL_PORT'), 'dbname' => getenv('SLOCK_TEST_MYSQL_DB'), "
                ."'user' => getenv('SLOCK_TEST_MYSQL_USER'), 'password' => getenv('SLOCK_TEST_MYSQL_PASSWORD')]",
        'pgsql' =>
            "['driver' => 'pdo_pgsql', 'host' => getenv('SLOCK_TEST_PGSQL_HOST'), "
                ."'port' => getenv('SLOCK_TEST_PGSQL_PORT'), 'dbname' => getenv('SLOCK_TEST_PGSQL_DB'), "
                ."'user' => getenv('SLOCK_TEST_PGSQL_USER'), 'password' => getenv('SLOCK_TEST_PGSQL_PASSWORD')]",
    ];
    $pdoObject = static fn (
        string $kind,
    ): string =>
        "(function (array \$options) { return new \\PDO({$pdo[$kind][0]}, \$options['db_username'], "
            ."\$options['db_password']); })({$pdo[$kind][1]})";
    $servers = ['sqlite' => [], 'mysql' => ['mariadb'], 'pgsql' => ['postgresql']];
    $sql = [];
    foreach ($pdo as $kind => [$sqlDsn, $options]) {
        $sql["pdo-$kind"] = [
            'title' => "PdoStore, $kind",
            'group' => 'sql',
            'servers' => $servers[$kind],
            'extensions' => ["pdo_$kind"],
            'targets' => ['package' => 0.75],
            'counter' => 'sqlite' === $kind ? 'system calls' : 'messages',
        ]
            + $both("new PdoStore($sqlDsn, $options + ['db_table' => 'slock_bench_pdo'])");
        $sql["dbal-$kind"] = [
            'title' => "DoctrineDbalStore, $kind",
            'group' => 'sql',
            'servers' => $servers[$kind],
            'extensions' => ["pdo_$kind"],
            'targets' => ['package' => 0.8],
            'counter' => 'sqlite' === $kind ? 'system calls' : 'messages',
        ]
            + $both(
                "new DoctrineDbalStore(\\Doctrine\\DBAL\\DriverManager::getConnection({$dbal[$kind]}), ['db_table' => 'slock_bench_dbal'])",
            );
    }
    foreach (['pdo-sqlite', 'dbal-sqlite'] as $name) {
        $onDisk = $sql[$name];
        $sql[$name]['counter'] = 'syncs';
        $sql[$name]['batch'] = 5;
        $sql[$name]['title'] .= ' on disk';
        $sql["$name-memory"] = ['title' => $onDisk['title'].' on a file system in memory', 'targets' => []] + array_map(
            static fn ($value) => is_string($value) ? str_replace($directory, $memory, $value) : $value,
            $onDisk,
        );
    }
    $memcached =
        "new MemcachedStore((function () { \$memcached = new \\Memcached(); "
            ."\$memcached->setOptions([\\Memcached::OPT_BINARY_PROTOCOL => true, "
            ."\\Memcached::OPT_TCP_NODELAY => true]); "
            ."\$memcached->addServer('127.0.0.1', getenv('SLOCK_TEST_MEMCACHED_PORT')); return \$memcached; })())";
    $manager =
        "new MongoDbStore(new \\MongoDB\\Driver\\Manager(getenv('SLOCK_TEST_MONGODB_URI')), ['database' => 'slock_bench', 'collection' => 'lock', 'gcProbability' => 0.0])";
    $zookeeper = ['slock' => "new ZookeeperStore('zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'))"]
        + (
            is_file(PHP_EXTENSION_DIR.'/zookeeper.so')
            ? [
                'package' => "new ZookeeperStore(new \\Zookeeper(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')))",
                'extensions' => ['zookeeper'],
            ]
            : []
        );
    $mysql = "new MysqlStore({$pdo['mysql'][0]}, {$pdo['mysql'][1]})";
    // One lock from nothing, on either side; also for php-fpm, which is asked first whether all is as it should be.
    $oneLock = static fn (string $slock, string $package): string => '<?php use Symfony\Component\Lock\LockFactory; '
        .'use Symfony\Component\Lock\Store\{FlockStore, RedisStore}; '
        .'if (!extension_loaded("slock")) { require getenv("SLOCK_BENCH_PACKAGE"); } '
        .'if (isset($_GET["ready"])) { $code = (new ReflectionClass(LockFactory::class))->getFileName(); '
        .'exit("ready ".($code ? "package" : "slock").(opcache_is_script_cached(__FILE__) '
        .'&& (!$code || opcache_is_script_cached($code)) ? " opcache" : "")); } '
        ."\$store = extension_loaded('slock') ? $slock : $package; "
        .'$lock = (new LockFactory($store))->createLock("slock-bench-one", 30); '
        .'if (!$lock->acquire()) { exit(1); } $lock->release();';
    $page = static fn (string $slock, string $package): string => $oneLock($slock, $package).' echo "done";';
    $fpm = [
        'group' => 'pages',
        'servers' => ['redis'],
        'client' => ['redis'],
        'targets' => ['package' => 0.7],
        'floor' => true,
    ];
    $local = ['servers' => [], 'cores' => false, 'counter' => 'system calls'];

    return [
        'redis' => [
            'title' => 'Redis over TCP, by DSN',
            'group' => 'cycle',
            'servers' => ['redis'],
            'slock' => $dsn,
            'package' => "new RedisStore({$redis()})",
            'extensions' => ['redis'],
            'raw' => ['redis', '127.0.0.1', $ports->redis()],
            'targets' => ['package' => 0.50, 'raw' => 1.15],
            'counter' => 'redis',
        ],
        'redis-fencing' => [
            'title' => 'Redis over TCP, by DSN, fencing tokens',
            'group' => 'fencing',
            'servers' => ['redis'],
            'job' => 'fencing',
            'slock' => str_replace("')", "?fencing=1')", $dsn),
            'raw' => ['slock', $dsn],
            'beside' => 'slock without them',
            'targets' => ['raw' => 1.03],
            'counter' => 'redis',
        ],
        'redis-object' => [
            'title' => 'Redis over TCP, `\Redis` object',
            'group' => 'cycle',
            'servers' => ['redis'],
            'extensions' => ['redis'],
            'targets' => ['package' => 0.60],
            'counter' => 'redis',
        ] + $both("new RedisStore({$redis()})"),
        'predis' => [
            'title' => 'Redis over TCP, Predis object',
            'group' => 'cycle',
            'servers' => ['redis'],
            'counter' => 'redis',
        ] + $both("new RedisStore($predis)"),
        'flock' => $local + [
            'title' => 'flock',
            'group' => 'cycle',
            'raw' => ['flock', "$directory/raw"],
            'targets' => ['package' => 0.6, 'raw' => 1.25],
        ] + $both("new FlockStore('$directory')"),
        'semaphore' => $local + [
            'title' => 'semaphore',
            'group' => 'cycle',
            'extensions' => ['sysvsem'],
            'raw' => ['semaphore', '1397506891'],
            'targets' => ['package' => 0.8],
        ] + $both('new SemaphoreStore()'),
        'in-memory' => $local + [
            'title' => 'in-memory',
            'group' => 'cycle',
            'targets' => ['package' => 0.4],
        ] + $both('new InMemoryStore()'),

        'memcached' => [
            'title' => 'Memcached, by DSN, text protocol',
            'group' => 'cycle',
            'servers' => ['memcached'],
            'slock' =>
                "new MemcachedStore('memcached://127.0.0.1:'.getenv('SLOCK_TEST_MEMCACHED_PORT').'?protocol=text')",
            'package' => $memcached,
            'extensions' => ['memcached'],
            'raw' => ['memcached', '127.0.0.1', getenv('SLOCK_TEST_MEMCACHED_PORT')],
            'targets' => ['package' => 0.65, 'raw' => 1.15],
            'counter' => 'messages',
        ],
        // Two requests where the server takes versions from its clients (Debian 13's), else three.
        'memcached-meta' => [
            'title' => 'Memcached, by DSN, meta commands',
            'group' => 'cycle',
            'servers' => ['memcached'],
            'slock' =>
                "new MemcachedStore('memcached://127.0.0.1:'.getenv('SLOCK_TEST_MEMCACHED_PORT').'?protocol=meta')",
            'package' => $memcached,
            'extensions' => ['memcached'],
            'raw' => ['memcached_meta', '127.0.0.1', getenv('SLOCK_TEST_MEMCACHED_PORT')],
            'targets' => ['package' => 0.35, 'raw' => 1.15],
            'counter' => 'messages',
        ],
        'memcached-object' => [
            'title' => 'Memcached, `\Memcached` object',
            'group' => 'cycle',
            'servers' => ['memcached'],
            'extensions' => ['memcached'],
            'counter' => 'messages',
        ] + $both($memcached),
        'mongodb' => [
            'title' => 'MongoDB, by DSN',
            'group' => 'cycle',
            'servers' => ['mongodb'],
            'slock' =>
                "new MongoDbStore(getenv('SLOCK_TEST_MONGODB_URI').'/slock_bench?collection=lock', ['gcProbability' => 0.0])",
            'package' => $manager,
            'extensions' => ['mongodb'],
            'raw' => ['mongodb', getenv('SLOCK_TEST_MONGODB_URI'), 'slock_bench', 'lock'],
            'targets' => ['package' => 0.65],
            'counter' => 'messages',
        ],
        'mongodb-object' => [
            'title' => 'MongoDB, `Manager` object',
            'group' => 'cycle',
            'servers' => ['mongodb'],
            'extensions' => ['mongodb'],
            'counter' => 'messages',
        ] + $both($manager),
        'zookeeper' => $zookeeper + [
            'title' => 'ZooKeeper, by DSN',
            'group' => 'cycle',
            'servers' => ['zookeeper'],
            'raw' => ['zookeeper', getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')],
            'counter' => 'messages',
        ],
        'mysql' => [
            'title' => 'MySQL advisory, by DSN',
            'group' => 'cycle',
            'servers' => ['mariadb'],
            'extensions' => ['pdo_mysql'],
            'counter' => 'messages',
            'slock' => $mysql,
        ],
        'mysql-object' => [
            'title' => 'MySQL advisory, `\PDO` object',
            'group' => 'cycle',
            'servers' => ['mariadb'],
            'extensions' => ['pdo_mysql'],
            'counter' => 'messages',
            'slock' => "new MysqlStore({$pdoObject('mysql')})",
        ],
        'postgresql' => [
            'title' => 'PostgreSQL advisory, by DSN',
            'group' => 'cycle',
            'servers' => ['postgresql'],
            'extensions' => ['pdo_pgsql'],
            'raw' => ['postgresql'],
            'targets' => ['package' => 0.08, 'raw' => 1.3],
            'counter' => 'messages',
        ] + $both("new PostgreSqlStore({$pdo['pgsql'][0]}, {$pdo['pgsql'][1]})"),
        'postgresql-object' => [
            'title' => 'PostgreSQL advisory, `\PDO` object',
            'group' => 'cycle',
            'servers' => ['postgresql'],
            'extensions' => ['pdo_pgsql'],
            'counter' => 'messages',
        ] + $both("new PostgreSqlStore({$pdoObject('pgsql')})"),
    ] + $sql + [
        'create' => $local + [
            'title' => 'createLock and drop',
            'group' => 'objects',
            'job' => 'create',
            'targets' => ['package' => 0.6],
        ] + $both('new InMemoryStore()'),
        'serialize' => $local + [
            'title' => 'Key, serialize and unserialize',
            'group' => 'objects',
            'job' => 'serializing',
        ] + $both('new InMemoryStore()'),

        'conflict-redis' => [
            'title' => 'conflict, Redis by DSN',
            'group' => 'conflict',
            'servers' => ['redis'],
            'job' => 'conflict',
            'slock' => $dsn,
            'package' => "new RedisStore({$redis()})",
            'extensions' => ['redis'],
            'counter' => 'redis',
        ],
        'conflict-flock' => $local + [
            'title' => 'conflict, flock',
            'group' => 'conflict',
            'job' => 'conflict',
        ] + $both("new FlockStore('$directory')"),
        'conflict-semaphore' => $local + [
            'title' => 'conflict, semaphore',
            'group' => 'conflict',
            'job' => 'conflict',
            'extensions' => ['sysvsem'],
        ] + $both('new SemaphoreStore()'),
        'conflict-in-memory' => $local + [
            'title' => 'conflict, in-memory',
            'group' => 'conflict',
            'job' => 'conflict',
        ] + $both('new InMemoryStore()'),

        'quorum-1' => $quorum(1, []),
        'quorum-3' => $quorum(3, ['package' => 0.5, 'raw' => 1.25]),
        'quorum-5' => $quorum(5, ['package' => 0.45, 'raw' => 1.25]),
        'distant-quorum-1' => $distant(1, []),
        'distant-quorum-3' => $distant(3, ['package' => 0.22, 'raw' => 1.15]),
        'distant-quorum-5' => $distant(5, ['package' => 0.14, 'raw' => 1.15]),

        'start-up' => [
            'title' => 'empty script, extension loaded or not',
            'group' => 'processes',
            'process' => '<?php',
            'targets' => ['adds' => 0.5],
            'bare' => true,   // the other side is PHP without the extension, not the package
        ],
        'start-up-cpu' => [
            'title' => 'the same, CPU time, which other processes disturb less',
            'group' => 'processes',
            'process' => '<?php',
            'clock' => 'cpu',
            'targets' => ['adds' => 0.5],
            'bare' => true,
        ],
        'one-lock' => [
            'title' => 'script with one file lock, no opcache',
            'group' => 'processes',
            'process' => $oneLock(...array_fill(0, 2, "new FlockStore('$directory')")),
            'targets' => ['package' => 0.85],
            'floor' => true,   // and PHP alone, which is most of the time of both
        ],
        'one-redis-lock' => [
            'title' => 'script with one Redis lock, no opcache',
            'group' => 'processes',
            'servers' => ['redis'],
            'process' => $oneLock($dsn, "new RedisStore({$redis()})"),
            'client' => ['redis'],
            'targets' => ['added' => 0.7],
            'floor' => true,
        ],
        'page-redis' => [
            'title' => 'FPM, page with one Redis lock, a new connection each',
            'page' => $page($dsn, "new RedisStore({$redis()})"),
        ] + $fpm,
        'page-redis-persistent' => [
            'title' => 'FPM, page with one Redis lock, persistent connection',
            'page' => $page(
                "new RedisStore('redis://127.0.0.1:{$ports->redis()}?persistent=1')",
                'new RedisStore('.str_replace('->connect(', '->pconnect(', $redis()).')',
            ),
        ] + $fpm,

        'memory' => [
            'title' => '100,000 live locks, bytes each',
            'group' => 'memory',
            'job' => 'live',
            'once' => 100_000,
            'targets' => ['package' => 0.5],
        ] + $both('new InMemoryStore()'),
        'memory-acquired' => [
            'title' => '100,000 locks acquired in memory, bytes each',
            'group' => 'memory',
            'job' => 'live_acquired',
            'once' => 100_000,
            'targets' => ['package' => 0.5],
        ] + $both('new InMemoryStore()'),

        'hand-off-redis' => [
            'title' => 'Redis by DSN',
            'group' => 'waiting',
            'servers' => ['redis'],
            'slock' => $dsn,
            'package' => "new RedisStore({$redis()})",
            'extensions' => ['redis'],
            'waiting' => ['p50' => 1.0, 'p95' => 5.0, 'total' => 60.0, 'cpu' => 5.0, 'fairness' => 0.90],
        ],
        'hand-off-quorum' => [
            'title' => 'quorum of 3 Redis by DSN',
            'group' => 'waiting',
            'servers' => ['redis'],
            'slock' => $combined(3, fn (int $i) => "new RedisStore('redis://127.0.0.1:{$ports->redis($i)}')"),
            'package' => $combined(3, fn (int $i) => "new RedisStore({$redis($i)})"),
            'extensions' => ['redis'],
            'waiting' => ['p50' => 2.0],
        ],
        'hand-off-zookeeper' => $zookeeper + [
            'title' => 'ZooKeeper by DSN',
            'group' => 'waiting',
            'servers' => ['zookeeper'],
            'waiting' => ['p95' => 5.0],
        ],
        'hand-off-mysql' => [
            'title' => 'MySQL advisory by DSN',
            'group' => 'waiting',
            'servers' => ['mariadb'],
            'extensions' => ['pdo_mysql'],
            'slock' => $mysql,
            'waiting' => ['p95' => 5.0],
        ],
        'hand-off-postgresql' => [
            'title' => 'PostgreSQL advisory by DSN',
            'group' => 'waiting',
            'servers' => ['postgresql'],
            'extensions' => ['pdo_pgsql'],
            'waiting' => ['p50' => 'package', 'p95' => 'package'],
        ] + $both("new PostgreSqlStore({$pdo['pgsql'][0]}, {$pdo['pgsql'][1]})"),
        'hand-off-postgresql-object' => [
            'title' => 'PostgreSQL advisory, `\PDO` object',
            'group' => 'waiting',
            'servers' => ['postgresql'],
            'extensions' => ['pdo_pgsql'],
            'waiting' => ['p50' => 'package', 'p95' => 'package'],
        ] + $both("new PostgreSqlStore({$pdoObject('pgsql')})"),
        'keep-redis' => [
            'title' => '1,000 locks on Redis by DSN, TTL 1 s',
            'group' => 'keeping',
            'servers' => ['redis'],
            'slock' => $dsn,
            'counter' => 'redis',
            'locks' => 1000,
            'ttl' => 1.0,
            'lost' => 1000,
            'keeping' => ['cpu' => 2.0, 'p99' => 10.0],
        ],
        'keep-memcached' => [
            'title' => '1,000 locks on Memcached by DSN, TTL 3 s',
            'group' => 'keeping',
            'servers' => ['memcached'],
            'slock' => "new MemcachedStore('memcached://127.0.0.1:'.getenv('SLOCK_TEST_MEMCACHED_PORT'))",
            'counter' => 'memcached',
            'locks' => 1000,
            'ttl' => 3.0,
            'keeping' => ['cpu' => 2.0],
        ],
        'hand-off-flock' => [
            'title' => 'flock',
            'group' => 'waiting',
            'waiting' => ['p50' => 'package', 'p95' => 'package'],
        ] + $both("new FlockStore('$directory')"),
        'hand-off-semaphore' => [
            'title' => 'semaphore',
            'group' => 'waiting',
            'extensions' => ['sysvsem'],
            'waiting' => ['p50' => 'package', 'p95' => 'package'],
        ] + $both('new SemaphoreStore()'),
    ];
};
