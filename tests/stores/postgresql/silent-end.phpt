--TEST--
PostgreSqlStore by DSN: a connection that ends after a silence is no word of the server's: it may have the lock yet, so a release fails
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$proxy = new FaultProxy();
$ends_after = function (float $seconds, callable $f) use ($proxy): mixed {
    $proxy->does('stall');
    if (!$pid = pcntl_fork()) {
        usleep((int) (1e6 * $seconds));
        $proxy->does('reset');
        posix_kill(getmypid(), SIGKILL);
    }
    try {
        return $f();
    } finally {
        pcntl_waitpid($pid, $status);
        $proxy->does('pass');
    }
};
foreach (['at once' => 0.1, 'after a silence' => 1.3] as $when => $seconds) {
    group($when, function () use ($ends_after, $seconds) {
        $lock = new Lock(new Key(unique()), new PostgreSqlStore(pg_dsn()), null, false);
        same('acquired', true, $lock->acquire());
        $release = fn () => $ends_after($seconds, fn () => $lock->release());
        if ($seconds > 1.0) {
            raises('the release', LockReleasingException::class, null, $release);
        } else {
            same('the release', null, $release());
        }
    });
}
$proxy->stop();
?>
--EXPECT--
ok: at once
ok: after a silence
