--TEST--
Advisory locks on persistent sessions end with the request, also when it ends in the middle of the statement that takes them: by its time limit, while it waits
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/* Request after request in one process, which is PHP's own web server. */
file_put_contents(
    $script = temporary_directory().'/request.php',
    '<?php require '.var_export(realpath(__DIR__.'/../inc/sql.inc'), true).<<<'CODE'
    ;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\MysqlStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    ini_set('display_errors', '0');
    if ('' === $_GET['way']) {
        exit((string) getmypid());
    }
    $options = [PDO::ATTR_PERSISTENT => true];
    $store = [
        'mysql' => fn () => new MysqlStore(my_pdo($options)),
        'mysql DSN' => fn () => new MysqlStore(my_dsn(), ['db_connection_options' => $options]),
        'pgsql' => fn () => new PostgreSqlStore(pg_pdo($options)),
    ][$_GET['way']]();
    // It ends when the test sends the signal for that.
    set_time_limit(1000);
    (new Lock(new Key($_GET['resource']), $store, null))->acquire(true);
    echo 'not cut';
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
$begin = function (string $way, string $resource = '') use ($port) {
    $request = stream_socket_client("tcp://127.0.0.1:$port");
    stream_set_timeout($request, 20);
    fwrite($request, 'GET /?'.http_build_query(compact('way', 'resource'))." HTTP/1.0\r\n\r\n");

    return $request;
};
$body = fn ($request) => explode("\r\n\r\n", (string) stream_get_contents($request), 2)[1] ?? null;
$pid = (int) $body($begin(''));
$stores = ['mysql' => new MysqlStore(my_pdo()), 'pgsql' => new PostgreSqlStore(pg_pdo())];
foreach (['mysql', 'mysql DSN', 'pgsql'] as $way) {
    $store = $stores[substr($way, 0, 5)] ?? $stores['pgsql'];
    $held = new Lock(new Key($resource = unique()), $store, null);
    $held->acquire();
    $request = $begin($way, $resource);
    usleep(500000);
    posix_kill($pid, SIGPROF);
    $held->release();
    same("$way: it was cut", '', $body($request));
    check("$way: the lock is free", eventually(fn () => (new Lock(new Key($resource), $store, null))->acquire(), 5.0));
}
$server->kill();
?>
--EXPECT--
ok: the web server answers
ok: mysql: it was cut
ok: mysql: the lock is free
ok: mysql DSN: it was cut
ok: mysql DSN: the lock is free
ok: pgsql: it was cut
ok: pgsql: the lock is free
