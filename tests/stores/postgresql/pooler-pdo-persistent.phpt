--TEST--
PostgreSqlStore on a persistent \PDO behind PgBouncer that pools by session: it is the same session for the next request, and the lock is free
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

$bouncer = new OwnPgBouncer(['pool_mode' => 'session']);
/* Request after request in one process. */
file_put_contents($script = temporary_directory().'/request.php', sprintf(<<<'CODE'
    <?php
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    $pdo = new PDO(%s, null, null, [PDO::ATTR_PERSISTENT => true]);
    $store = new PostgreSqlStore($pdo);
    $store->save(new Key('persistent behind a pooler'));
    echo $pdo->query('SELECT pg_backend_pid()')->fetchColumn();
    CODE, var_export($bouncer->dsn(), true)));
$port = free_port();
$quietly = ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'];
$server = Child::run(['-S', "127.0.0.1:$port", $script], 'here', ['pdo', 'pdo_pgsql'], [], $quietly);
check('the web server answers', eventually(fn () => @fsockopen('127.0.0.1', $port)));
$watcher = pg_pdo();
$first = file_get_contents("http://127.0.0.1:$port/");
check('given up with the request', eventually(fn () => 0 === pg_locks($watcher, 'persistent behind a pooler')));
same('the next request, the same session', $first, file_get_contents("http://127.0.0.1:$port/"));
$server->kill();
?>
--EXPECT--
ok: the web server answers
ok: given up with the request
ok: the next request, the same session
