--TEST--
MemcachedStore by DSN: one connection for each server, closed on exec, not used by two processes, and nothing said in a child
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
$text = $server->text();
$connections = fn () => $text->stats()['curr_connections'];
$before = $connections();
$dsn = $server->dsn();

group('connections', function () use ($connections, $before, $dsn) {
    $one = new MemcachedStore($dsn);
    $two = new MemcachedStore($dsn);
    same('none before the first operation', $before, $connections());
    $one->exists(new Key('x'));
    $two->exists(new Key('x'));
    same('one for two stores', $before + 1, $connections());
    $other = new MemcachedStore($dsn.'?binary_protocol=0');
    $other->exists(new Key('x'));
    same('another one for another protocol', $before + 2, $connections());
    unset($one, $other);
    check('closed with the last store', eventually(fn () => $before + 1 === $connections()));
    unset($two);
    check('all closed', eventually(fn () => $before === $connections()));
});

group('close on exec', function () use ($connections, $before, $dsn) {
    // Others may have left theirs open.
    $sockets = fn () => trim(shell_exec('ls -l /proc/self/fd | grep -c socket:'));
    $inherited = $sockets();
    $store = new MemcachedStore($dsn);
    $store->exists(new Key('x'));
    same('connected', $before + 1, $connections());
    same('no socket in a command', $inherited, $sockets());
});

group('a child', function () use ($connections, $before, $dsn, $text) {
    $store = new MemcachedStore($dsn);
    $lock = new Lock(new Key('forked'), $store, 60);
    same('acquired', true, $lock->acquire());
    $count = $connections();
    if (!$pid = pcntl_fork()) {
        // The child only ends: its destructor releases, on a connection of its own.
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    check('its connection is closed, that of the parent is not', eventually(fn () => $count === $connections()));
    same('the parent finds out', false, $lock->isAcquired());
    same('and acquires again', true, $lock->acquire());
    if (!$pid = pcntl_fork()) {
        $lock->isAcquired() || exit(1);
        (new Lock(new Key('forked'), $store, 60))->acquire() && exit(2);
        posix_kill(posix_getpid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    same('a child sees the lock, and is killed', SIGKILL, pcntl_wtermsig($status));
    same('the parent still has it', true, $lock->isAcquired());
    $lock->release();
    same('gone', null, $text->get('forked'));
});

group('slock.fork_release=0', function () use ($dsn, $text) {
    ini_set('slock.fork_release', '0');
    $lock = new Lock(new Key('kept'), new MemcachedStore($dsn), 60);
    $lock->acquire();
    if (!$pid = pcntl_fork()) {
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    same('the child releases nothing', true, $lock->isAcquired());
    $lock->release();
    ini_set('slock.fork_release', '1');
});

group('on the wire', function () use ($dsn) {
    $trace = temporary_directory().'/trace';
    Child::run(['-r', '
        $store = new Symfony\Component\Lock\Store\MemcachedStore($argv[1]);
        $store->exists(new Symfony\Component\Lock\Key("x"));
        if (!pcntl_fork()) { unset($store); fopen("/nowhere-child-done", "r"); exit(0); }
        pcntl_wait($status);
        $store->exists(new Symfony\Component\Lock\Key("x"));
        ', $dsn], 'here', [], ['error_reporting' => '0'], [
            'strace',
            '-f',
            '-o',
            $trace,
            '-e',
            'trace=sendto,shutdown,write,connect,close,socket',
        ])->finish();
    $lines = file($trace);
    preg_match('/socket\(.*\) = (\d+)/', implode('', preg_grep('/socket\(AF_INET/', $lines)), $m);
    $fd = $m[1] ?? 'none';
    $lines = array_slice($lines, (int) array_key_first(preg_grep('/socket\(AF_INET/', $lines)));
    same(
        'sent three times, by the parent: what the server knows, and two commands',
        3,
        count(preg_grep("/sendto\($fd,/", $lines)),
    );
    same(
        'both by one process',
        1,
        count(array_unique(array_map(fn ($line) => strtok($line, ' '), preg_grep("/sendto\($fd,/", $lines)))),
    );
    same('nobody shuts the connection down', 0, count(preg_grep('/shutdown/', $lines)));
    same('the child and the parent close it', 2, count(preg_grep("/close\($fd\) /", $lines)));
    same('close-on-exec from the start', 1, count(preg_grep('/socket\(AF_INET.*SOCK_CLOEXEC/', $lines)));
});
?>
--EXPECT--
ok: connections
ok: close on exec
ok: a child
ok: slock.fork_release=0
ok: on the wire
