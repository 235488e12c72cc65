--TEST--
PostgreSqlStore by DSN: an acquisition whose statement fails after the server has granted the lock leaves no lock in the session
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
foreach ([
    'given back' => ['cancelled-0', 1, false],
    'given back in the second attempt' => ['cancelled-1', 2, false],
    'the session has ended' => ['cancelled-2', 2, false],
    'other locks of the session stay, and this one is given back when it is next used' => [
        'cancelled-2-with-another-lock',
        2,
        true,
    ],
] as $what => [$mode, $releases, $keeps]) {
    group($what, function () use ($server, $store, $lock, $mode, $releases, $keeps) {
        $server->round(1, 'honest');
        $one = $store("one-$mode");
        $held = $lock($one, "held $mode");
        if ($keeps) {
            $held->acquire();
        }
        $server->round(1, $mode);
        $failed = $lock($one, $mode);
        raises('acquire', LockAcquiringException::class, null, fn () => $failed->acquire());
        same('asked', ['acquire', ...array_fill(0, $releases, 'release')], array_column($server->notes(), 0));
        same('the owner has nothing', false, $failed->isAcquired());
        $server->round(1, 'honest');
        $other = $lock($two = $store("two-$mode"), $mode);
        same('free for another session', true, $other->acquire());
        same('another lock of the session', [$keeps, !$keeps], [
            $held->isAcquired(),
            $lock($two, "held $mode")->acquire(),
        ]);
        if ($keeps) {
            $other->release();
            same('an owner in the session takes it', true, $failed->acquire());
            $failed->release();
            same('and gives it back', true, $lock($two, $mode)->acquire());
        }
    });
}
echo $server->stop();
?>
--EXPECT--
ok: given back
ok: given back in the second attempt
ok: the session has ended
ok: other locks of the session stay, and this one is given back when it is next used
