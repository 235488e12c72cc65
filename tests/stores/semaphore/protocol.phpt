--TEST--
SemaphoreStore: the keys and the protocol are those of the PHP package and the extension sysvsem
--EXTENSIONS--
pcntl
posix
sysvsem
--FILE--
<?php
require __DIR__.'/../../inc/contract.inc';
require __DIR__.'/../../inc/semaphores.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\SemaphoreStore;

same('isSupported', true, SemaphoreStore::isSupported());
$store = new SemaphoreStore();

group('a holder that uses sysvsem', function () use ($store) {
    foreach (lock_names() as $what => $name) {
        $semaphore = sem_get(system_v_key($name));
        sem_acquire($semaphore);
        raises("$what: is respected", LockConflictedException::class, null, fn () => $store->save(new Key($name)));
        sem_release($semaphore);
        $store->save($key = new Key($name));
        same("$what: and excluded", false, sem_acquire($semaphore, true));
        $store->delete($key);
        same("$what: the set is gone", null, semaphores_of($name));
        unset($semaphore);
    }
});

group('what a set looks like', function () use ($store) {
    $store->save($key = new Key($resource = unique()));
    same('one user, not free', '0 1 0', semaphores_of($resource));
    raises('another one', LockConflictedException::class, null, fn () => $store->save(new Key($resource)));
    same('leaves no trace', '0 1 0', semaphores_of($resource));
    $waiter = waiter('new Symfony\Component\Lock\Store\SemaphoreStore()', $resource);
    same('one who waits is counted', true, eventually(fn () => '0 2 0' === semaphores_of($resource)));
    $waiter->kill();
    $waiter->finish();
    same('until it dies', true, eventually(fn () => '0 1 0' === semaphores_of($resource)));
    // Not every proc_open() forks.
    if (!$child = pcntl_fork()) {
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    unset($key);
    same('a key that is dropped after a fork removes the set', null, semaphores_of($resource));
    $store->save($key = new Key($resource));
    unset($key);
    same('one that nobody has a copy of frees the lock', '1 0 0', semaphores_of($resource));
    $store->save($key = new Key($resource));
    same('and the next one takes it', '0 1 0', semaphores_of($resource));
    $store->delete($key);
    same('released', null, semaphores_of($resource));
});

group('a holder that is killed', function () use ($store) {
    $holder = holder('new Symfony\Component\Lock\Store\SemaphoreStore()', $resource = unique());
    $waiter = waiter('new Symfony\Component\Lock\Store\SemaphoreStore()', $resource);
    same('two users', true, eventually(fn () => '0 2 0' === semaphores_of($resource)));
    $holder->kill();
    check('the one who waits has it', null !== $waiter->hear());
    $holder->finish();
    same('one user', true, eventually(fn () => '0 1 0' === semaphores_of($resource)));
    raises('nobody else', LockConflictedException::class, null, fn () => $store->save(new Key($resource)));
    $waiter->say('$lock->release();');
    $waiter->finish();
    same('released', null, semaphores_of($resource));
});

group('a set that someone removes', function () use ($store) {
    $store->save($key = new Key($resource = unique()));
    $waiter = waiter('new Symfony\Component\Lock\Store\SemaphoreStore()', $resource);
    same('two users', true, eventually(fn () => '0 2 0' === semaphores_of($resource)));
    exec('ipcrm -s '.semaphore_set(system_v_key($resource)));
    check('the one who waits has it', null !== $waiter->hear());
    same('the owner finds out', false, $store->exists($key));
    $store->delete($key);
    raises('and does not take it again', LockConflictedException::class, null, fn () => $store->save($key));
    $waiter->finish();
    $store->save($key);
    same('until it is free', true, $store->exists($key));
    $store->delete($key);
});

// The key 0 would be a new set for everybody; this name has it.
group('the name whose key is 0', function () use ($store) {
    same('it is', 0, system_v_key('ebdfglpa'));
    $store->save($key = new Key('ebdfglpa'));
    same('has a set', '0 1 0', semaphore_values(semaphore_set(1)));
    raises('and excludes', LockConflictedException::class, null, fn () => $store->save(new Key('ebdfglpa')));
    $store->delete($key);
    same('gone', null, semaphore_set(1));
});

group('scopes', function () {
    $stores = [new SemaphoreStore(), new SemaphoreStore('a'), new SemaphoreStore('b'), new SemaphoreStore("a\0b")];
    $resource = unique();
    foreach ($stores as $i => $scoped) {
        $scoped->save($keys[] = new Key($resource));
    }
    same('are apart', 4, count($keys));
    raises(
        'the same excludes itself',
        LockConflictedException::class,
        null,
        fn () => (new SemaphoreStore('b'))->save(new Key($resource)),
    );
    raises(
        'none is null',
        LockConflictedException::class,
        null,
        fn () => (new SemaphoreStore(null))->save(new Key($resource)),
    );
    raises(
        'and the empty one',
        LockConflictedException::class,
        null,
        fn () => (new SemaphoreStore(''))->save(new Key($resource)),
    );
    $set = semaphore_set(system_v_key("a\0$resource"));
    same('the key of a scope', '0 1 0', semaphore_values($set));
    foreach ($stores as $i => $scoped) {
        $scoped->delete($keys[$i]);
    }
});
?>
--EXPECT--
ok: isSupported
ok: a holder that uses sysvsem
ok: what a set looks like
ok: a holder that is killed
ok: a set that someone removes
ok: the name whose key is 0
ok: scopes
