--TEST--
The advisory stores: a session's locks belong to the process that took them, and a child leaves its parent's session alone
--EXTENSIONS--
pdo
pdo_pgsql
mysqlnd
pdo_mysql
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$other = [
    'pgsql' => fn () => new PostgreSqlStore(pg_dsn(['application_name' => 'other'])),
    'mysql' => fn () => new MysqlStore(my_dsn()),
];
foreach ([
    'PostgreSQL by DSN' => fn () => new PostgreSqlStore(pg_dsn()),
    'PostgreSQL, persistent' => fn () => new PostgreSqlStore(pg_dsn(['persistent' => '1'])),
    'MySQL by DSN' => fn () => new MysqlStore(my_dsn()),
    'PostgreSQL through PDO' => fn () => new PostgreSqlStore(pg_pdo()),
] as $way => $make) {
    $lent = str_contains($way, 'PDO');
    $third = $other[str_contains($way, 'MySQL') ? 'mysql' : 'pgsql']();
    group($way, function () use ($make, $third, $lent) {
        $store = $make();
        $lock = new Lock(new Key($resource = unique()), $store, 300);
        $read = $third instanceof PostgreSqlStore ? new Lock(new Key(unique()), $store) : null;
        same('acquired', true, $lock->acquire());
        $read?->acquireRead();
        foreach ($lent ? ['quiet'] : ['quiet', 'own lock', 'untouched'] as $how) {
            $pipe = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            if (!$pid = pcntl_fork()) {
                $seen = [];
                if ('untouched' !== $how) {
                    $seen = [$lock->isAcquired(), outcome(fn () => $lock->release())];
                }
                if ('own lock' === $how) {
                    $mine = new Lock(new Key(unique()), $store, 300);
                    $same = new Lock(new Key($resource), $store, 300);
                    $seen = [...$seen, $mine->acquire(), $mine->isAcquired(), $same->acquire()];
                    $mine->release();
                }
                fwrite($pipe[0], serialize($seen)."\n");
                $lent and posix_kill(getmypid(), SIGKILL); // a \PDO of the script's own disconnects for both
                unset($lock, $read, $store, $mine, $same);
                exit;
            }
            same(
                "the child, $how",
                match ($how) {
                    'quiet' => [false, 'NULL'],
                    'own lock' => [false, 'NULL', true, true, false],
                    'untouched' => [],
                },
                unserialize(rtrim(fgets($pipe[1]), "\n")),
            );
            pcntl_waitpid($pid, $status);
            same("the parent holds it, $how", true, $lock->isAcquired());
            same("and nobody else, $how", false, (new Lock(new Key($resource), $third))->acquire());
        }
        $lock->release();
        same('free', true, (new Lock(new Key($resource), $third))->acquire());
    });
}
?>
--EXPECT--
ok: PostgreSQL by DSN
ok: PostgreSQL, persistent
ok: MySQL by DSN
ok: PostgreSQL through PDO
