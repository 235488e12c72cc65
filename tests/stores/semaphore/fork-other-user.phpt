--TEST--
SemaphoreStore: the set of another user stays for the next lock, so a child's copy of an earlier key is no owner of it
--EXTENSIONS--
pcntl
posix
sysvsem
--SKIPIF--
<?php
if (0 !== posix_geteuid()) {
    exit('skip needs root, to be another user');
}
?>
--FILE--
<?php
require __DIR__.'/../../inc/forks.inc';
require __DIR__.'/../../inc/semaphores.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\SemaphoreStore;

Child::start(
    'posix_setuid(65534); $s = sem_get((int) $argv[1], 1, 0666, false); sem_acquire($s); sem_release($s);',
    'here',
    ['posix', 'sysvsem'],
    [],
    [system_v_key($resource = unique())],
)->finish();
posix_seteuid(65533);
$store = new SemaphoreStore();
foreach (['delete', 'drop'] as $how) {
    $store->save($key = new Key($resource));
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!pcntl_fork()) {
        fgets($theirs);
        $calls = ['exists', 'save', 'delete', 'exists'];
        fwrite($theirs, show(array_map(fn ($call) => strtok(outcome(fn () => $store->$call($key)), ':'), $calls))."\n");
        posix_kill(getmypid(), SIGKILL);
    }
    same('the set of another', true, $store->exists($key));
    if ('delete' === $how) {
        $store->delete($key);
    }
    unset($key);
    $store->save($next = new Key($resource));
    fwrite($mine, "\n");
    same("$how: in the child", show(['false', LockConflictedException::class, 'NULL', 'false'])."\n", fgets($mine));
    pcntl_wait($status);
    same("$how: in the parent", true, $store->exists($next));
    raises("$how: one owner", LockConflictedException::class, null, fn () => $store->save(new Key($resource)));
    $store->delete($next);
}
posix_seteuid(0);
exec('ipcrm -s '.semaphore_set(system_v_key($resource)));
?>
--EXPECT--
ok: the set of another
ok: delete: in the child
ok: delete: in the parent
ok: delete: one owner
ok: the set of another
ok: drop: in the child
ok: drop: in the parent
ok: drop: one owner
