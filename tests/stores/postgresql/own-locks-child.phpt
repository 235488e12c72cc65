--TEST--
Advisory stores by DSN or URL: a forked process has none of its locks, and takes none
--EXTENSIONS--
ctype
mysqlnd
pcntl
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/own-locks.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;

foreach (sharing_stores() as $way => $make) {
    group($way, function () use ($make) {
        [$a, $b, $key] = [$make(), $make(), new Key(unique())];
        $a->save($key);
        if (!$pid = pcntl_fork()) {
            $right = !$a->exists($key);
            $a = null;
            try {
                $b->save($key);
                $right = false;
            } catch (LockConflictedException) {
            }
            $b = null;
            gc_collect_cycles();
            posix_kill(getmypid(), $right ? SIGKILL : SIGTERM);
        }
        pcntl_waitpid($pid, $status);
        same('has none, and takes none', SIGKILL, pcntl_wtermsig($status));
        same('the parent', [true, false], [$a->exists($key), $b->exists($key)]);
        $a->delete($key);
    });
}
?>
--EXPECT--
ok: PostgreSQL by DSN
ok: PostgreSQL by URL
ok: PostgreSQL, persistent
ok: MySQL by DSN
ok: MySQL, persistent
