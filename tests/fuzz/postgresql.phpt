--TEST--
PostgreSqlStore by DSN against servers that lie: no crash, nothing acquired or refused without an answer that says so, no hang, and right again afterwards
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$server = new FuzzServer("require '".__DIR__."/../inc/fuzz-postgresql.inc';");
$dsn = fn (
    string $name,
) =>
    "pgsql:host=127.0.0.1;port=$server->port;dbname=x;user=u;password=p;sslmode=disable;gssencmode=disable;application_name=$name;connect_timeout=0.2;command_timeout=0.15";
$store = new PostgreSqlStore($dsn('one'));
$competitor = new PostgreSqlStore($dsn('two'));
fuzz_rounds('lies', function (Fuzz $fuzz) use ($server, $store, $competitor) {
    $server->round($fuzz->seed, 'hostile');
    $lock = new Lock(new Key("lock$fuzz->seed"), $store, null, false);
    $sent = '';
    for ($i = 0; $i < 4; ++$i) {
        [$method, $arguments] = $fuzz->pick([
            ['acquire', []],
            ['acquire', []],
            ['acquire', [true, 0.1]],
            ['acquireRead', []],
            ['isAcquired', []],
            ['release', []],
        ]);
        $start = now();
        try {
            $result = $lock->$method(...$arguments);
        } catch (ExceptionInterface) {
            $result = null;
        }
        // Four sessions, a connection and an answer each, and the pauses between.
        between("$method: seconds", 0, $arguments ? 0.8 : 3.0, now() - $start);
        usleep(2000);
        $notes = $server->notes();
        foreach ($notes as [, , $bytes]) {
            $sent .= base64_decode($bytes);
        }
        if (true === $result) {
            check("$method: only after the server said so", 1 === preg_match('/[1-9]/', $sent), json_encode($notes));
        }
        if (false === $result && 'isAcquired' !== $method) {
            check(
                "$method: refused only after the server said so",
                1 === preg_match('/0|55P03|57014/', $sent),
                json_encode($notes),
            );
        }
    }
    usleep(20000);
    $server->round($fuzz->seed, 'honest');
    $lock = new Lock(new Key("honest$fuzz->seed"), $store, null, false);
    $other = new Lock(new Key("honest$fuzz->seed"), $competitor, null, false);
    try {
        $lock->acquire();
    } catch (ExceptionInterface) {
        // What the server said late.
        usleep(20000);
    }
    same('acquired afterwards', true, $lock->acquire());
    same('excluded', false, $other->acquire(true, 0.02));
    same('held', true, $lock->isAcquired());
    $lock->release();
    same('released', false, $lock->isAcquired());
    same('free for another', true, $other->acquire());
    $other->release();
});
echo $server->stop();
?>
--EXPECTF--
seed %d
ok: lies
