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
need('own redis', 'own memcached', 'own postgresql', 'own mariadb', 'zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fault-proxy.inc';
require __DIR__.'/../inc/sql.inc';

own_servers('REDIS', 'MEMCACHED', 'PGSQL', 'MYSQL', 'ZOOKEEPER');
$env = fn (string $name) => getenv("SLOCK_TEST_$name");
$secret = $env('REDIS_AUTH_PASSWORD');
// Where nobody would be without the URIs: a proxy in front of each, which sees the answers.
$proxies = $given = [];
foreach ([
    'REDIS' => ["127.0.0.1:{$env('REDIS_AUTH_PORT')}", "redis://$secret@%s"],
    'MEMCACHED' => ["{$env('MEMCACHED_HOST')}:{$env('MEMCACHED_PORT')}", 'memcached://%s'],
    'PGSQL' => [pg('HOST').':'.pg('PORT'), sprintf('postgresql://%s:%s@%%s/%s', pg('USER'), pg('PASSWORD'), pg('DB'))],
    'MYSQL' => [my('HOST').':'.my('PORT'), sprintf('mysql://%s:%s@%%s/%s', my('USER'), my('PASSWORD'), my('DB'))],
    'ZOOKEEPER' => [$env('ZOOKEEPER_HOSTS'), 'zookeeper://%s'],
] as $kind => [$server, $uri]) {
    $proxies[$kind] = new FaultProxy(['GIVEN_AT' => [$server]]);
    $given[$kind] = sprintf($uri, '127.0.0.1:'.$env('GIVEN_AT'));
}

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
    $running[$file] = [$kind, ...another_test($file, $extensions)];
    putenv("SLOCK_TEST_{$kind}_URI");
}
foreach ($running as $file => [$kind, $child, $expected]) {
    same($file, $expected, trim($child->finish(50)));
    between('answers came from there', 1, INF, $proxies[$kind]->longest());
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
ok: answers came from there
ok: contract/redis-phpredis.phpt
ok: answers came from there
ok: contract/memcached-dsn.phpt
ok: answers came from there
ok: contract/pdo-pgsql-dsn.phpt
ok: answers came from there
ok: contract/pdo-mysql-dsn.phpt
ok: answers came from there
ok: contract/zookeeper-dsn.phpt
ok: answers came from there
ok: REDIS, wrong
ok: REDIS, wrong
ok: PGSQL, wrong
ok: PGSQL, wrong
ok: no password in a message
ok: Redis, by variables without a password
