--TEST--
PostgreSqlStore on a persistent \PDO: what a request may have left in an aborted transaction is no lock of the next request, which is granted its own
--EXTENSIONS--
pdo
pdo_pgsql
posix
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
    use Symfony\Component\Lock\Exception\LockAcquiringException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    $store = new PostgreSqlStore($pdo = pg_pdo([PDO::ATTR_PERSISTENT => true]));
    $lock = fn (object $store, string $name) => new Lock(new Key($name), $store, null, false);
    $answer = ['pid' => getmypid()];
    if ('aborts' === $_GET['what']) {
        // The session is known from then on.
        ($first = $lock($store, 'first'))->acquire();
        $first->release();
        $pdo->beginTransaction();
        try {
            $pdo->exec('nonsense');
        } catch (PDOException) {
        }
        try {
            $answer[] = $lock($store, $_GET['resource'])->acquire();
        } catch (LockAcquiringException $e) {
            $answer[] = 'refused';
        }
    } else {
        $one = $lock($store, $_GET['resource']);
        $answer[] = $one->acquire();
        $answer[] = $lock(new PostgreSqlStore(pg_pdo()), $_GET['resource'])->acquire();
        $answer[] = $one->isAcquired();
    }
    echo json_encode($answer);
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
$resource = unique();
$get = fn (string $what) => json_decode(
    (string) file_get_contents("http://127.0.0.1:$port/?".http_build_query(['what' => $what, 'resource' => $resource])),
    true,
);
$first = $get('aborts');
same('the first request', 'refused', $first[0]);
$next = $get('next');
same('one process', $first['pid'], $next['pid']);
same('granted, not to another session, held', [true, false, true], array_slice($next, 1));
$server->kill();
?>
--EXPECT--
ok: the web server answers
ok: the first request
ok: one process
ok: granted, not to another session, held
