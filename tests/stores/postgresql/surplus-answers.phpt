--TEST--
PostgreSqlStore by DSN: what a server says beyond its answer is no answer to the next statement
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
$store = fn (string $name) => new PostgreSqlStore(
    "pgsql:host=127.0.0.1;port=$server->port;dbname=x;user=u;password=p;sslmode=disable;gssencmode=disable;"
        ."application_name=$name",
);
$lock = fn (object $store, string $resource) => new Lock(new Key($resource), $store, null, false);
foreach (['twice', 'again'] as $mode) {
    // What is said to the first statement, which is prepared before, and to the second one.
    foreach (['first', 'second'] as $time) {
        [$one, $two] = [$store("$mode-$time-one"), $store("$mode-$time-two")];
        [$taken, $free, $before] = ["$mode, $time", "$mode, $time, free", "$mode, $time, before"];
        $server->round(1, 'honest');
        same("$taken: another owner has it", true, ($other = $lock($two, $taken))->acquire());
        'second' === $time && same("$taken: prepared", true, $lock($one, $before)->acquire());
        $server->round(1, $mode);
        same("$taken: the first answer counts", true, $lock($one, $free)->acquire());
        // As long as it takes until everything that was said has arrived.
        usleep(100_000);
        $server->round(1, 'honest');
        $wanted = $lock($one, $taken);
        same("$taken: not its answer", 'false', outcome(fn () => $wanted->acquire()));
        $other->release();
        same("$taken: free", 'true', outcome(fn () => $wanted->acquire()));
        $wanted->release();
    }
}
// What the next statement, or the same one once more, would meet before its answer.
foreach (['rest', 'taken'] as $mode) {
    [$one, $two] = [$store("$mode-one"), $store("$mode-two")];
    $server->round(1, 'honest');
    same("$mode: another owner has it", true, ($other = $lock($two, "$mode, taken"))->acquire());
    $server->round(1, $mode);
    'rest' === $mode && same("$mode: the first answer counts", true, $lock($one, "$mode, free")->acquire());
    $wanted = $lock($one, "$mode, taken");
    // A session that ends with its first statement is not begun again.
    'rest' === $mode
        ? same("$mode: not its answer", 'false', outcome(fn () => $wanted->acquire()))
        : raises("$mode: not its answer", LockAcquiringException::class, null, fn () => $wanted->acquire());
    $server->round(1, 'honest');
    $other->release();
    same("$mode: free", 'true', outcome(fn () => $wanted->acquire()));
    $wanted->release();
}
echo $server->stop();
?>
--EXPECT--
ok: twice, first: another owner has it
ok: twice, first: the first answer counts
ok: twice, first: not its answer
ok: twice, first: free
ok: twice, second: another owner has it
ok: twice, second: prepared
ok: twice, second: the first answer counts
ok: twice, second: not its answer
ok: twice, second: free
ok: again, first: another owner has it
ok: again, first: the first answer counts
ok: again, first: not its answer
ok: again, first: free
ok: again, second: another owner has it
ok: again, second: prepared
ok: again, second: the first answer counts
ok: again, second: not its answer
ok: again, second: free
ok: rest: another owner has it
ok: rest: the first answer counts
ok: rest: not its answer
ok: rest: free
ok: taken: another owner has it
ok: taken: not its answer
ok: taken: free
