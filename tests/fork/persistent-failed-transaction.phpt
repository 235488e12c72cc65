--TEST--
PostgreSqlStore: a lock on a persistent session ends with its request, also where a transaction of the request has failed
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';

/* Request after request in one process, which is PHP's own web server. */
file_put_contents(
    $script = temporary_directory().'/request.php',
    '<?php require '.var_export(realpath(__DIR__.'/../inc/sql.inc'), true).<<<'CODE'
    ;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    ini_set('display_errors', '0');
    $pdo = pg_pdo([PDO::ATTR_PERSISTENT => true]);
    $before = $pdo->inTransaction();
    $pdo->beginTransaction();
    (new PostgreSqlStore($pdo))->save(new Key($_GET['resource']));
    echo json_encode([getmypid(), $before]);
    $fail = fn () => $pdo->exec('SELECT 1 FROM no_such_table');
    if ('uncaught' === $_GET['end']) {
        $fail();
    }
    try {
        $fail();
    } catch (PDOException) {
    }
    if ('fatal' === $_GET['end']) {
        ini_set('memory_limit', '32M');
        str_repeat('x', 1 << 30);
    }
    CODE,
);
$port = free_port();
$server = Child::run(
    ['-S', "127.0.0.1:$port", $script],
    'here',
    ['pdo', 'pdo_pgsql'],
    [],
    ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'],
);
check('the web server answers', eventually(fn () => @fsockopen('127.0.0.1', $port)));
$get = fn (string $end, string $resource) => json_decode(
    (string) file_get_contents(
        "http://127.0.0.1:$port/?".http_build_query(compact('end', 'resource')),
        false,
        stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 20]]),
    ),
    true,
);
$pg = pg_pdo();
$last = null;
foreach (['caught', 'uncaught', 'fatal'] as $end) {
    [$pid, $before] = $get($end, $resource = unique());
    same("$end: in one process, and in no transaction", [$last ??= $pid, false], [$pid, $before]);
    check("$end: given up with the request", eventually(fn () => 0 === pg_locks($pg, $resource), 5));
}
$server->kill();
?>
--EXPECT--
ok: the web server answers
ok: caught: in one process, and in no transaction
ok: caught: given up with the request
ok: uncaught: in one process, and in no transaction
ok: uncaught: given up with the request
ok: fatal: in one process, and in no transaction
ok: fatal: given up with the request
