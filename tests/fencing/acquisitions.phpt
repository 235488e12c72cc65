--TEST--
Fencing tokens grow over many acquisitions while processes are stopped and killed, servers start again, and clocks are an hour off
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); need_command('env'); ?>
--FILE--
<?php
require __DIR__.'/acquisitions.inc';
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/own-database.inc';

const STORE = 'new Symfony\Component\Lock\Store';

/** The name of a store => what makes it and its servers, and how many acquisitions there are in CI. */
$all = [
    'redis' => [1500, function () {
        $server = kept_redis();

        return [
            STORE."\\RedisStore('redis://127.0.0.1:$server->port?fencing=1')",
            fn (int $before) => restart_redis($server, $before),
        ];
    }],
    'quorum' => [400, function () {
        $servers = [kept_redis(), kept_redis(), kept_redis()];
        $members = array_map(
            fn ($server) => STORE."\\RedisStore('redis://127.0.0.1:$server->port?fencing=1')",
            $servers,
        );

        return [
            STORE.'\\CombinedStore(['.implode(', ', $members).'], '
                .'new Symfony\Component\Lock\Strategy\ConsensusStrategy())',
            fn (int $before) => restart_redis($servers[array_rand($servers)], $before),
        ];
    }],
    'files' => [1500, fn () => [
        STORE.'\\FlockStore('.var_export(temporary_directory(), true).", false, ['fencing' => true])",
        null,
    ]],
];
/** Only where they are asked for: their servers take longer to start. */
$more = [
    'sentinel' => [0, function () {
        require_once __DIR__.'/../../tools/faults/groups.inc';
        $group = new GroupOfSentinel();

        return [
            STORE.'\\RedisStore('.var_export($group->dsn().'&fencing=1', true).')',
            fn () => mt_rand(0, 1) ? $group->failover() : $group->killMaster(),
        ];
    }],
    // Tables take no shorter lifetime.
    'postgresql' => [0, fn () => [...database('pgsql', 'PdoStore', ['pdo', 'pdo_pgsql']), false, 1.0]],
    'postgresql advisory' => [0, fn () => database('pgsql', 'PostgreSqlStore', [])],
    'mysql' => [0, fn () => [...database('mysql', 'PdoStore', ['pdo', 'mysqlnd', 'pdo_mysql']), false, 1.0]],
    'mongodb' => [0, fn () => [
        STORE."\\MongoDbStore('".getenv('SLOCK_TEST_MONGODB_URI').'/fence'.getmypid()
            ."?collection=lock&fencing=1', ['gcProbability' => 0])",
        null,
        [],
        true,
    ]],
    'zookeeper' => [0, function () {
        require_once __DIR__.'/../../tools/faults/groups.inc';
        $group = new GroupOfZookeeper();

        return [
            STORE.'\\ZookeeperStore('.var_export($group->dsn().'&fencing=1', true).')',
            fn () => $group->kill((bool) mt_rand(0, 1)),
        ];
    }],
];

/** Which has written all that it has answered, so that it loses nothing when it is killed, unlike its machine. */
function kept_redis(): OwnRedis
{
    return new OwnRedis('--appendonly', 'yes', '--appendfsync', 'no');
}

/** A table or advisory locks in a server of our own. */
function database(string $kind, string $class, array $extensions): array
{
    $server = new OwnDatabase($kind);
    $dsn = var_export("$kind:host=127.0.0.1;port=$server->port;dbname=$server->database;user=$server->user;"
        ."password=$server->password", true);

    return [STORE."\\$class($dsn, ['fencing' => true])", function () use ($server) {
        $server->kill();
        $server->start();
    }, $extensions];
}

group('what is looked at', function () {
    $written = function (array ...$records) {
        file_put_contents($file = temporary_directory().'/records', pack('J*', ...array_merge(...$records)));

        return [$file];
    };
    same('growing', [], acquisitions_wrong($written([10, 11, 5], [20, 21, 6], [30, 31, 7])));
    same('smaller', [[6, 7]], acquisitions_wrong($written([10, 11, 5], [20, 21, 7], [30, 31, 6])));
    same('at the same time', [], acquisitions_wrong($written([10, 40, 7], [20, 21, 6])));
    same('the same', [[6, 6], [6, 'twice']], acquisitions_wrong($written([10, 11, 6], [20, 21, 6])));
    same('none', [[0, 5]], acquisitions_wrong($written([10, 11, 5], [20, 21, 0])));
});

mt_srand($seed = fuzz_seed());
$asked = getenv('SLOCK_TEST_ACQUISITIONS_OF');
$many = (int) getenv('SLOCK_TEST_ACQUISITIONS');
if ($many) {
    ini_set('memory_limit', '-1'); // what was written down is looked at in one piece
}
$chosen = $asked ? array_intersect_key($all + $more, array_flip(explode(',', $asked))) : $all;
foreach ($chosen as $name => [$few, $make]) {
    group($name, function () use ($name, $few, $many, $make, $seed) {
        [$code, $restart, $extensions, $by_clients, $ttl] = $make() + [2 => [], false, ACQUISITIONS_TTL];
        // A sanitizer slows all of them down.
        $count = $many ?: (opcache() || getenv('ASAN_OPTIONS') ? intdiv($few, 5) : $few);
        $troubles = (float) (getenv('SLOCK_TEST_ACQUISITIONS_TROUBLES') ?: ($many ? 1.0 : 3.0));
        [$had, $restarts, $wrong] = acquisitions($code, $count, $restart, $troubles, $extensions, $by_clients, $ttl);
        check('all of them', $had >= $count, "$had of $count, seed $seed");
        same("wrong, with the seed $seed", [], array_slice($wrong, 0, 3));
        if (getenv('SLOCK_TEST_SHOW')) {
            fprintf(STDERR, "%s: %d acquisitions, %d restarts, %d wrong\n", $name, $had, $restarts, count($wrong));
        }
    });
}
?>
--EXPECT--
ok: what is looked at
ok: redis
ok: quorum
ok: files
