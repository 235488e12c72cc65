--TEST--
Advisory locks on persistent sessions end with the request that took them, also after a fatal error; the next request of the process is granted nothing that is held
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/* Request after request in one process, which is PHP's own web server. */
file_put_contents(
    $script = temporary_directory().'/request.php',
    '<?php require '.var_export(realpath(__DIR__.'/../inc/sql.inc'), true).<<<'CODE'
    ;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\MysqlStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    ini_set('display_errors', '0');
    $options = [PDO::ATTR_PERSISTENT => true];
    $make = [
        'mysql' => fn () => new MysqlStore(my_pdo($options)),
        'mysql DSN' => fn () => new MysqlStore(my_dsn(), ['db_connection_options' => $options]),
        'pgsql' => fn () => new PostgreSqlStore(pg_pdo($options)),
    ][$_GET['way']];
    $store = $make();
    $key = new Key($_GET['resource']);
    $did = ['pid' => getmypid()];
    try {
        $store->save($key);
        $did['saved'] = true;
    } catch (Symfony\Component\Lock\Exception\LockConflictedException) {
        $did['saved'] = false;
    }
    $pdo = str_contains($_GET['way'], 'DSN')
        ? null
        : (
            str_starts_with($_GET['way'], 'mysql')
            ? my_pdo($options)->query('SELECT CONNECTION_ID()')
            : pg_pdo($options)->query('SELECT pg_backend_pid()')
        );
    $did['session'] = $pdo?->fetchColumn();
    $pdo = null;
    echo json_encode($did);
    if ('fatal' === $_GET['end']) {
        ini_set('memory_limit', '32M');
        str_repeat('x', 1 << 30);
    } elseif ('killed' === $_GET['end']) {
        // A fatal error inside of the driver: it refuses what comes next.
        ini_set('memory_limit', '32M');
        my_pdo($options)->query(
            "SELECT REPEAT('x', 10000000) UNION ALL SELECT REPEAT('y', 10000000) "
                ."UNION ALL SELECT REPEAT('z', 10000000) UNION ALL SELECT REPEAT('z', 10000001)",
        )->fetchAll();
    } elseif ('next' === $_GET['end']) {
        $store->delete($key);
    }
    CODE,
);
$port = free_port();
$server = Child::run(
    ['-S', "127.0.0.1:$port", $script],
    'here',
    ['mysqlnd', 'pdo', 'pdo_mysql', 'pdo_pgsql'],
    [],
    ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'],
);
check('the web server answers', eventually(fn () => @fsockopen('127.0.0.1', $port)));
$get = fn (string $way, string $end, string $resource) => json_decode(
    (string) file_get_contents(
        "http://127.0.0.1:$port/?".http_build_query(compact('way', 'end', 'resource')),
        false,
        stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 20]]),
    ),
    true,
);
$my = my_pdo();
$pg = pg_pdo();
$free = fn (string $way, string $resource) => str_starts_with($way, 'mysql')
    ? 1 === (int) $my->query("SELECT IS_FREE_LOCK('".hash('sha256', $resource)."')")->fetchColumn()
    : 0 === pg_locks($pg, $resource);
foreach (['mysql', 'mysql DSN', 'pgsql'] as $way) {
    group($way, function () use ($way, $get, $free) {
        foreach (['normal', 'fatal'] as $end) {
            $first = $get($way, $end, $resource = unique());
            same("$end: saved", true, $first['saved']);
            same("$end: given up with the request", true, eventually(fn () => $free($way, $resource)));
            $next = $get($way, 'next', $resource);
            same(
                "$end: one process, one session",
                [$first['pid'], $first['session']],
                [$next['pid'], $next['session']],
            );
            same("$end: to be had", true, $next['saved']);
            same("$end: and given back", true, $free($way, $resource));
        }
    });
}
group('a fatal error in the driver', function () use ($get, $free, $server) {
    $first = $get('mysql', 'killed', $resource = unique());
    same('saved', true, $first['saved']);
    $next = $get('mysql', 'next', $other = unique());
    same('one process', $first['pid'], $next['pid']);
    // Where the error has left the connection useless, PDO opens another one, and keeps the old one until the process
    // ends.
    if ($next['session'] === $first['session']) {
        same('free at the latest when the process uses the session again', true, $free('mysql', $resource));
    }
    same('the next one is free', true, $free('mysql', $other));
    $server->kill();
    check('free at the latest when the process ends', eventually(fn () => $free('mysql', $resource)));
});
$server->kill();
?>
--EXPECT--
ok: the web server answers
ok: mysql
ok: mysql DSN
ok: pgsql
ok: a fatal error in the driver
