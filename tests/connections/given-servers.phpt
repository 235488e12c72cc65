--TEST--
Servers of one's own, named by SLOCK_TEST_…_URI, are those that the tests talk to; no test says their passwords
--EXTENSIONS--
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis-server', 'memcached-server', 'postgresql', 'mariadb', 'zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/memcached.inc';
require __DIR__.'/../inc/own-database.inc';
require __DIR__.'/../inc/zookeeper.inc';

$secret = bin2hex(random_bytes(8));
$redis = new OwnRedis('--requirepass', $secret);
$memcached = new OwnMemcached();
$pgsql = new OwnDatabase('pgsql');
$mysql = new OwnDatabase('mysql');
$zookeeper = new OwnZookeeper();

/** What the server has been told so far, as a number. */
$watch = $redis->connect();
$watch->call('AUTH', $secret);
$heard = [
    'REDIS' => function () use ($watch) {
        preg_match_all('/^cmdstat_(?:evalsha|eval):calls=(\d+)/m', $watch->call('INFO', 'commandstats'), $calls);

        return array_sum($calls[1]);
    },
    'MEMCACHED' => fn () => $memcached->text()->stats()['cmd_set'],
    // A session that ends tells what it has counted.
    'PGSQL' => fn () => (int) $pgsql->pdo()->query(
        "SELECT tup_inserted + tup_updated + tup_deleted FROM pg_stat_database WHERE datname = 'postgres'",
    )->fetchColumn(),
    'MYSQL' => fn () => (int) $mysql->pdo()->query("SHOW GLOBAL STATUS LIKE 'Com_insert'")->fetchColumn(1),
    'ZOOKEEPER' => fn () => (int) preg_replace('/.*zk_packets_received\t(\d+).*/s', '$1', zookeeper_says(
        'mntr',
        $zookeeper->host,
    )),
];
$given = [
    'REDIS' => "redis://$secret@127.0.0.1:$redis->port",
    'MEMCACHED' => "memcached://127.0.0.1:$memcached->port",
    'PGSQL' => $pgsql->url('postgresql'),
    'MYSQL' => $mysql->url('mysql'),
    'ZOOKEEPER' => "zookeeper://$zookeeper->host",
];

/** Runs the script of a test in another process. @return array{Child, string} and what it should print */
function another_test(string $file, array $extensions): array
{
    $text = file_get_contents(dirname(__DIR__)."/$file");
    preg_match('/^--FILE--\n<\?php\n(.*?)^\?>\n--EXPECT--\n(.*)$/ms', $text, $parts);
    $code = str_replace('__DIR__', var_export(dirname(dirname(__DIR__)."/$file"), true), $parts[1]);

    return [Child::start($code, 'slock', $extensions), trim($parts[2])];
}

$running = [];
foreach ([
    'contract/redis-dsn.phpt' => ['REDIS', []],
    'contract/redis-phpredis.phpt' => ['REDIS', ['redis']],
    'contract/memcached-dsn.phpt' => ['MEMCACHED', []],
    'contract/pdo-pgsql-dsn.phpt' => ['PGSQL', ['pdo', 'pdo_pgsql']],
    'contract/pdo-mysql-dsn.phpt' => ['MYSQL', ['pdo', 'mysqlnd', 'pdo_mysql']],
    'contract/zookeeper-dsn.phpt' => ['ZOOKEEPER', []],
] as $file => [$kind, $extensions]) {
    putenv("SLOCK_TEST_{$kind}_URI=$given[$kind]");
    $before = $heard[$kind]();
    $running[$file] = [$kind, $before, ...another_test($file, $extensions)];
    putenv("SLOCK_TEST_{$kind}_URI");
}
foreach ($running as $file => [$kind, $before, $child, $expected]) {
    same($file, $expected, trim($child->finish(120)));
    check('there', eventually(fn () => $heard[$kind]() >= $before + 20, 10), $heard[$kind]()." after $before");
}

// What is wrong with a URI is said without it.
foreach ([
    'REDIS' => ["rediss://user:$secret@host", "redis://user:$secret@one,two@three"],
    'PGSQL' => ["mysql://user:$secret@host/db", "pgsql:host=h;password=$secret"],
] as $kind => $uris) {
    foreach ($uris as $uri) {
        putenv("SLOCK_TEST_{$kind}_URI=$uri");
        $said = Child::start('', 'slock')->finish();
        check("$kind, wrong", str_starts_with($said, "FAIL: SLOCK_TEST_{$kind}_URI is not of the form "), $said);
        $output[] = $said;
        putenv("SLOCK_TEST_{$kind}_URI");
    }
}
check('no password in a message', !str_contains(implode($output), $secret));

// A test that names the plain server in another way would not be asked there.
$others = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(dirname(__DIR__))) as $file) {
    if (preg_match('/\.(phpt|inc)$/', $file) && preg_match(
        '/\b(SLOCK_TEST_)?REDIS_(HOST|PORT)\b/',
        file_get_contents($file),
    ) && !str_contains(file_get_contents($file), 'own_servers(')) {
        $others[] = substr($file, strlen(dirname(__DIR__)) + 1);
    }
}
sort($others);
same('Redis, by variables without a password', ['inc/fault-proxy.inc', 'inc/need.inc', 'inc/redis.inc'], $others);
?>
--EXPECT--
ok: contract/redis-dsn.phpt
ok: there
ok: contract/redis-phpredis.phpt
ok: there
ok: contract/memcached-dsn.phpt
ok: there
ok: contract/pdo-pgsql-dsn.phpt
ok: there
ok: contract/pdo-mysql-dsn.phpt
ok: there
ok: contract/zookeeper-dsn.phpt
ok: there
ok: REDIS, wrong
ok: REDIS, wrong
ok: PGSQL, wrong
ok: PGSQL, wrong
ok: no password in a message
ok: Redis, by variables without a password
