--TEST--
SemaphoreStore: sets that cannot be had are storage errors that name the key and the cause, never a conflict
--EXTENSIONS--
sysvsem
posix
ffi
--INI--
ffi.enable=1
--SKIPIF--
<?php
if (0 !== posix_geteuid()) {
    exit('skip needs root, to be another user and to set limits');
}
?>
--FILE--
<?php
require __DIR__.'/../../inc/semaphores.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\SemaphoreStore;

$store = new SemaphoreStore();
$ffi = FFI::cdef(<<<'C'
    struct sembuf { unsigned short number; short by; short flags; };
    int semget(int key, int count, int flags);
    int semop(int set, struct sembuf *operations, size_t count);
    C);

function text(string $resource, string $text): string
{
    return sprintf(
        'Symfony\Component\Lock\Exception\LockStorageException: '.$text,
        system_v_key($resource) & 0xffffffff,
    );
}

function as_nobody(string $resource): string
{
    return output_of(
        'posix_setuid(65534); $store = new Symfony\Component\Lock\Store\SemaphoreStore(); '
            .'echo outcome(fn () => $store->'
            .'save(new Symfony\Component\Lock\Key($argv[1])));',
        'here',
        ['posix'],
        [],
        [$resource],
    );
}

// The modes of sets that the packages make let everybody in.
$semaphore = sem_get(system_v_key($resource = unique()), 1, 0600);
same(
    'a set of another user',
    text(
        $resource,
        'Cannot get the semaphores 0x%08x: Permission denied (another user\'s semaphores have this key; see "ipcs -s")',
    ),
    as_nobody($resource),
);
sem_remove($semaphore);

$set = $ffi->semget(system_v_key($resource), 1, 01666);
same(
    'other semaphores',
    text(
        $resource,
        'Cannot get the semaphores 0x%08x: Invalid argument (other semaphores have this key, '
            .'or the limits in the sysctl kernel.sem are too low; see "ipcs -s")',
    ),
    outcome(fn () => $store->save(new Key($resource))),
);
exec("ipcrm -s $set");

// One that died between the steps would be undone; one that is stopped there is not.
$store->save($key = new Key($resource));
$operation = $ffi->new('struct sembuf');
[$operation->number, $operation->by, $operation->flags] = [2, 1, 0];
$ffi->semop(semaphore_set(system_v_key($resource)), FFI::addr($operation), 1);
ini_set('slock.command_timeout', '0.3');
same(
    'stuck',
    text($resource, 'Cannot enter the semaphores 0x%08x: another process is stuck while it enters them'),
    outcome(fn () => $store->save(new Key($resource))),
);
$wait = fn (float $seconds) => (new Lock(new Key($resource), $store))->acquire(true, $seconds);
raises('stuck for the whole of a wait', LockAcquiringException::class, null, fn () => $wait(0.3));
same('or for an instant', false, $wait(0.01));
same('the owner is not', true, $store->exists($key));
$store->delete($key);

// A set of another user who is gone: it cannot be removed, but released.
$owner = Child::start(
    'posix_setuid(65534); $s = sem_get((int) $argv[1], 1, 0666, false); sem_acquire($s); sem_release($s);',
    'here',
    ['posix', 'sysvsem'],
    [],
    [system_v_key($resource)],
);
$owner->finish();
$child = Child::start(
    'posix_setuid(65533);
    $key = new Symfony\Component\Lock\Key($argv[1]);
    $store = new Symfony\Component\Lock\Store\SemaphoreStore();
    $store->save($key);
    echo "held\n";
    fgets(STDIN);
    $store->delete($key);
    echo show($store->exists($key)), "\n";
    fgets(STDIN);',
    'here',
    ['posix'],
    [],
    [$resource],
);
same('a third user', 'held', $child->hear());
check('one holds', str_starts_with((string) semaphores_of($resource), '0 '), (string) semaphores_of($resource));
$child->say('');
same('releases', 'false', $child->hear());
check('it is free', str_starts_with((string) semaphores_of($resource), '1 '), (string) semaphores_of($resource));
$child->finish();
check('and stays so', str_starts_with((string) semaphores_of($resource), '1 '), (string) semaphores_of($resource));
exec('ipcrm -s '.semaphore_set(system_v_key($resource)));

// In a namespace of its own, where limits can be set without touching anybody else.
echo shell_exec(
    'unshare --ipc sh -c \'echo "32000 1024000000 500 1" >/proc/sys/kernel/sem && exec "$@"\' sh '
        .implode(' ', array_map(escapeshellarg(...), [
        getenv('SLOCK_TEST_PHP') ?: PHP_BINARY,
        '-n',
        '-d',
        'extension='.getenv('SLOCK_TEST_MODULES').'/slock.so',
        '-r',
        <<<'CODE'
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Store\SemaphoreStore;

        $store = new SemaphoreStore();
        $store->save($first = new Key('first'));
        try {
            $store->waitAndSave(new Key('second'));
        } catch (Exception $e) {
            echo $e::class, ': ', $e->getMessage(), "\n";
        }
        $store->delete($first);
        $store->save(new Key('second'));
        echo "free again\n";
        CODE,
    ])),
);
?>
--EXPECTF--
ok: a set of another user
ok: other semaphores
ok: stuck
ok: stuck for the whole of a wait
ok: or for an instant
ok: the owner is not
ok: a third user
ok: one holds
ok: releases
ok: it is free
ok: and stays so
Symfony\Component\Lock\Exception\LockStorageException: Cannot get the semaphores 0x%x: No space left on device (the limit on semaphores or on undo entries is reached; see "ipcs -s -l", "ipcs -s" and the sysctl kernel.sem)
free again
