--TEST--
PdoStore, DoctrineDbalStore: a relative file of SQLite is the one that it was when the store was made, in every process
--EXTENSIONS--
pcntl
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\StoreFactory;

$made = temporary_directory();
$other = temporary_directory();

/** Two stores that are used in other directories, and a child that leaves for another one. */
function one_file(callable $make): void
{
    global $made, $other;

    chdir($made);
    [$first, $second, $never] = [$make(), $make(), $make()];
    $lock = (new LockFactory($first))->createLock('money', 60);
    same('acquired where it was made', true, $lock->acquire());
    chdir($other);
    same('not again elsewhere', false, (new LockFactory($second))->createLock('money', 60)->acquire());
    chdir($made);
    if (0 === $child = pcntl_fork()) {
        chdir($other);
        $theirs = (new LockFactory($never))->createLock('money', 60);
        $again = (new LockFactory($first))->createLock('money', 60);
        posix_kill(getmypid(), ($theirs->acquire() || $again->acquire()) ? SIGTERM : SIGKILL);
    }
    pcntl_waitpid($child, $status);
    same('nor by a child', SIGKILL, pcntl_wtermsig($status));
    same('no other file', ['.', '..'], scandir($other));
    $lock->release();
}

group('a DSN', fn () => one_file(fn () => new PdoStore('sqlite:locks.db')));
group('of the factory', fn () => one_file(fn () => StoreFactory::createStore('sqlite:./locks.db')));
group('a URL by PDO', fn () => one_file(fn () => new PdoStore('sqlite:///locks.db')));
group('a URL without DBAL', fn () => one_file(fn () => new DoctrineDbalStore('sqlite3:///locks.db')));
same('they had one file', ['.', '..', 'locks.db'], scandir($made));
chdir($made);
foreach (['sqlite::memory:', 'sqlite:', 'sqlite:///:memory:', 'sqlite:file:memory?mode=memory'] as $dsn) {
    (new PdoStore($dsn))->save(new Key('x'));
}
same('databases in memory have none', ['.', '..', 'locks.db'], scandir($made));

require_once 'Doctrine/DBAL/autoload.php';
group('a URL by DBAL', fn () => one_file(fn () => new DoctrineDbalStore('sqlite:///by%20dbal.db')));
same('it had its file', ['.', '..', 'by dbal.db', 'locks.db'], scandir($made));
(new DoctrineDbalStore('sqlite:///:memory:'))->save(new Key('x'));
same('DBAL in memory has none', ['.', '..', 'by dbal.db', 'locks.db'], scandir($made));
?>
--EXPECT--
ok: a DSN
ok: of the factory
ok: a URL by PDO
ok: a URL without DBAL
ok: they had one file
ok: databases in memory have none
ok: a URL by DBAL
ok: it had its file
ok: DBAL in memory has none
