--TEST--
A native connection ends with the request, and is kept for the next one where the DSN says persistent: every store
--EXTENSIONS--
pdo
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis', 'redis cluster', 'redis sentinel', 'memcached', 'mongodb', 'postgresql', 'zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/../inc/sql.inc';

own_servers('REDIS', 'MEMCACHED', 'PGSQL', 'ZOOKEEPER');
/*
 * One process that answers many requests. Each makes the store that the request names, uses it, and ends as it is told.
 */
$directory = temporary_directory();
file_put_contents("$directory/index.php", <<<'CODE'
    <?php
    $store = eval('return new Symfony\Component\Lock\Store\\'.base64_decode($_GET['store']).';');
    $lock = new Symfony\Component\Lock\Lock(
        new Symfony\Component\Lock\Key($_GET['resource']),
        $store,
        30,
        'keep' !== $_GET['end'],
    );
    $other = eval('return new Symfony\Component\Lock\Store\\'.base64_decode($_GET['store']).';');
    $other->exists(new Symfony\Component\Lock\Key('other'));
    echo $lock->acquire() ? 'acquired' : 'refused';
    match ($_GET['end']) {
        'release' => $lock->release(),
        'exit' => exit,
        'fatal' => trigger_error('fatal', E_USER_ERROR),
        'keep' => null,
    };
    CODE);
$address = '127.0.0.1:'.free_port();
$web = Child::run(['-S', $address, '-t', $directory], 'here', ['pdo'], ['extension_dir' => ini_get('extension_dir')]);
check('it answers', eventually(fn () => false !== @fsockopen(...explode(':', $address))));

function request(string $store, string $resource, string $end = 'release'): string
{
    global $address;
    $answer = file_get_contents(
        "http://$address/?".http_build_query([
            'store' => base64_encode($store),
            'resource' => $resource,
            'end' => $end,
        ]),
        false,
        stream_context_create(['http' => ['ignore_errors' => true]]),
    );

    return strtok($answer, "\n<");
}

/** The connections that the web server has with one of these ports: those numbers that the other end knows them by. */
function connections(array $ports): array
{
    global $web;
    $own = [];
    foreach (glob('/proc/'.$web->pid().'/fd/*') as $link) {
        if (preg_match('/^socket:\[(\d+)\]$/', (string) @readlink($link), $m)) {
            $own[$m[1]] = true;
        }
    }
    $found = [];
    foreach (file('/proc/net/tcp') as $line) {
        if (
            preg_match('/^\s*\d+: \w+:(\w+) \w+:(\w+) 01 \S+ \S+ \S+\s+\d+\s+\d+ (\d+)/', $line, $m)
            && isset($own[$m[3]])
            && in_array(hexdec($m[2]), $ports, true)
        ) {
            // By its number: while others come and go the kernel may tell of one twice.
            $found[$m[3]] = hexdec($m[1]);
        }
    }
    sort($found);

    return $found;
}

$php = fn (string $class, mixed ...$arguments) => "$class("
    .implode(', ', array_map(fn ($argument) => var_export($argument, true), $arguments)).')';
$ports = fn (string $hosts) => array_map(fn ($host) => (int) substr(strrchr(":$host", ':'), 1), explode(',', $hosts));
$redis = redis_url('/3?timeout=5');
$cluster = 'redis:?host['.strtr(getenv('SLOCK_TEST_REDIS_CLUSTER'), [',' => ']&host[']).']&redis_cluster=1';
$memcached = 'memcached://'.getenv('SLOCK_TEST_MEMCACHED_HOST').':'.getenv('SLOCK_TEST_MEMCACHED_PORT').'?timeout=5';
$zookeeper = 'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS').'?timeout=5';
$mongodb = fn (bool $persistent) => $php('MongoDbStore', mongodb_uri(), [
    'gcProbability' => 0,
    'driverOptions' => $persistent ? [] : ['disableClientPersistence' => true],
]);
$url = fn (string $more) => pg_url().(str_contains(pg_url(), '?') ? '&' : '?').'application_name=requests'.$more;

// The store, not persistent and persistent; the ports of its servers; whether its locks end with the session.
$table = [
    'RedisStore' => [
        $php('RedisStore', $redis),
        $php('RedisStore', "$redis&persistent=1"),
        $ports(getenv('SLOCK_TEST_REDIS_PORT')),
    ],
    'RedisStore, persistent_id' => [
        $php('RedisStore', $redis),
        $php('RedisStore', "$redis&persistent_id=mine"),
        $ports(getenv('SLOCK_TEST_REDIS_PORT')),
    ],
    'RedisStore, cluster' => [
        $php('RedisStore', $cluster),
        $php('RedisStore', "$cluster&persistent=1"),
        $ports(getenv('SLOCK_TEST_REDIS_CLUSTER')),
    ],
    'MemcachedStore' => [
        $php('MemcachedStore', $memcached),
        $php('MemcachedStore', "$memcached&persistent=1"),
        $ports(getenv('SLOCK_TEST_MEMCACHED_PORT')),
    ],
    'MemcachedStore, text' => [
        $php('MemcachedStore', "$memcached&binary_protocol=0"),
        $php('MemcachedStore', "$memcached&binary_protocol=0&persistent_id=mine"),
        $ports(getenv('SLOCK_TEST_MEMCACHED_PORT')),
    ],
    'MongoDbStore' => [$mongodb(false), $mongodb(true), [parse_url(mongodb_server(), PHP_URL_PORT) ?? 27017]],
    'PostgreSqlStore' => [
        $php('PostgreSqlStore', pg_dsn()),
        $php('PostgreSqlStore', pg_dsn().';persistent=1'),
        $ports(getenv('SLOCK_TEST_PGSQL_PORT')),
        true,
    ],
    'PostgreSqlStore, ATTR_PERSISTENT' => [
        $php('PostgreSqlStore', pg_dsn(), ['db_connection_options' => [PDO::ATTR_PERSISTENT => false]]),
        $php('PostgreSqlStore', pg_dsn(), ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]]),
        $ports(getenv('SLOCK_TEST_PGSQL_PORT')),
        true,
    ],
    'DoctrineDbalPostgreSqlStore' => [
        $php('DoctrineDbalPostgreSqlStore', $url('')),
        $php('DoctrineDbalPostgreSqlStore', $url('&persistent=1')),
        $ports(getenv('SLOCK_TEST_PGSQL_PORT')),
        true,
    ],
    'ZookeeperStore' => [
        $php('ZookeeperStore', $zookeeper),
        $php('ZookeeperStore', "$zookeeper&persistent=1"),
        $ports(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')),
        true,
    ],
];
foreach ($table as $name => $row) {
    group($name, function () use ($row) {
        [$plain, $persistent, $ports] = $row;
        $session = $row[3] ?? false;
        // One name, so that a cluster is asked at one server.
        $resource = unique();
        same('nothing before', [], connections($ports));
        foreach (['release', 'exit', 'fatal'] as $end) {
            same("not persistent, $end", 'acquired', request($plain, 'fatal' === $end ? unique() : $resource, $end));
            check("closed, $end", eventually(fn () => [] === connections($ports)), show(connections($ports)));
        }
        same('persistent', 'acquired', request($persistent, $resource));
        $kept = connections($ports);
        // Stores of one DSN share it: there were two of them. The servers of a cluster have one each.
        between('kept', 1, count($ports), count($kept));
        foreach (['release', 'exit', 'release'] as $i => $end) {
            same("again, $i", 'acquired', request($persistent, $resource, $end));
            same("by the same connection, $i", $kept, connections($ports));
        }
        same('not persistent beside it', 'acquired', request($plain, $resource));
        check(
            'and that is closed alone',
            eventually(fn () => $kept === connections($ports)),
            show(connections($ports)),
        );

        same('nobody releases', 'acquired', request($persistent, $resource = unique(), 'keep'));
        if ($session) {
            check('a session with a lock is not handed on', eventually(fn () => [] === connections($ports)));
            // The server may need a moment to end it.
            check('so its lock is free', eventually(fn () => 'acquired' === request($persistent, $resource), 5));
        } else {
            same('the lock stays', 'refused', request($persistent, $resource));
            same('and the connection', [], array_diff($kept, connections($ports)));
        }
        same('a fatal error', 'acquired', request($persistent, unique(), 'fatal'));
        same('and the next one', 'acquired', request($persistent, unique()));
        between('has one connection to each server', 1, count($ports), count(connections($ports)));
        // What another store keeps is none of the next row's business.
        $GLOBALS['web']->kill(15);
        $GLOBALS['web']->finish();
        $GLOBALS['web'] = Child::run(
            ['-S', $GLOBALS['address'], '-t', $GLOBALS['directory']],
            'here',
            ['pdo'],
            ['extension_dir' => ini_get('extension_dir')],
        );
        check('another web server', eventually(fn () => false !== @fsockopen(...explode(':', $GLOBALS['address']))));
    });
}
$web->kill(15);
$web->finish();
?>
--EXPECT--
ok: it answers
ok: RedisStore
ok: RedisStore, persistent_id
ok: RedisStore, cluster
ok: MemcachedStore
ok: MemcachedStore, text
ok: MongoDbStore
ok: PostgreSqlStore
ok: PostgreSqlStore, ATTR_PERSISTENT
ok: DoctrineDbalPostgreSqlStore
ok: ZookeeperStore
