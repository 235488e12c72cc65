--TEST--
PostgreSqlStore through a \PDO: a wait in the server leaves the session as it was, and nothing in the log of the server
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/bounded-waits.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PostgreSqlStore;

own_servers('PGSQL');
$store = new PostgreSqlStore($pdo = pg_pdo());
// The user's own affair, and no reason for a warning in a wait.
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_WARNING);
waits_bounded_in_the_server($store, fn ($sql) => $pdo->query($sql)->fetchColumn());

group('what the server has logged', function () {
    $log = pg('SOCKET').'/log';
    $holder = hold($resource = unique());
    $before = filesize($log);
    $pid = ($waiting = pg_pdo())->query('SELECT pg_backend_pid()')->fetchColumn();
    $lock = (new LockFactory(new PostgreSqlStore($waiting)))->createLock($resource);
    same('in vain', false, $lock->acquire(true, 0.35));
    // Each line names the process of its session; others of this server are other tests' affair.
    raises('an error', PDOException::class, null, fn () => $waiting->query('SELECT 1 FROM nowhere_at_all'));
    $logged = (string) file_get_contents($log, false, null, $before);
    check('the log names it', str_contains($logged, "[$pid] ERROR:  relation"), $logged);
    check('nothing about a lock timeout', !preg_match("/\[$pid\].*lock timeout/", $logged), $logged);
    $holder->say('0');
    $holder->finish();
});
?>
--EXPECT--
ok: lock_timeout = 0: what was set is set
ok: lock_timeout = 2345ms: what was set is set
ok: in a transaction nothing waits in the server, and it goes on
ok: a reader becomes the writer when the others have gone
ok: a time limit for statements, shorter than one bounded wait
ok: what the server has logged
