--TEST--
PostgreSqlStore by DSN: a server that drops every session at the wait is asked a few times, with pauses, and then it is an error
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$server = new FuzzServer("require '".__DIR__."/../../inc/fuzz-postgresql.inc';");
$store = new PostgreSqlStore(
    "pgsql:host=127.0.0.1;port=$server->port;dbname=x;user=u;password=p;sslmode=disable;gssencmode=disable",
);
$lock = new Lock(new Key('dropped'), $store, null, false);
foreach (['without a deadline' => [true], 'with one' => [true, 3.0]] as $what => $arguments) {
    $server->round(1, 'drop');
    $took = seconds(
        fn () => raises($what, LockAcquiringException::class, null, fn () => $lock->acquire(...$arguments)),
    );
    between("$what: seconds", 0, 2, $took);
    same("$what: times", 4, count(array_filter($server->notes(), fn ($note) => 'dropped' === $note[0])));
}
$server->round(1, 'honest');
same('honest again', true, $lock->acquire(true));
echo $server->stop();
?>
--EXPECT--
ok: without a deadline
ok: without a deadline: seconds
ok: without a deadline: times
ok: with one
ok: with one: seconds
ok: with one: times
ok: honest again
