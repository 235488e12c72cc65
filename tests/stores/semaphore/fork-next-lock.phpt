--TEST--
SemaphoreStore: a child's copy of a key that its parent dropped is not the parent's next lock, and takes nothing from it
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/forks.inc';
require __DIR__.'/../../inc/semaphores.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\SemaphoreStore;

$store = new SemaphoreStore();

/** A child with a copy of the key: what it says about it each time that it is asked. */
function child_with(SemaphoreStore $store, Key $key)
{
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!pcntl_fork()) {
        fclose($mine);
        while (false !== $call = fgets($theirs)) {
            fwrite($theirs, outcome(fn () => $store->{trim($call)}($key))."\n");
        }
        // Without destructors: they are asked for by name.
        posix_kill(getmypid(), SIGKILL);
    }
    fclose($theirs);

    return $mine;
}

function ask($child, string $call): string
{
    fwrite($child, "$call\n");

    return trim(fgets($child));
}

group('a key that is dropped after a fork', function () use ($store) {
    $store->save($key = new Key($resource = unique()));
    $child = child_with($store, $key);
    same('both have it', 'true', ask($child, 'exists'));
    $waiter = waiter('new Symfony\Component\Lock\Store\SemaphoreStore()', $resource);
    unset($key);
    check('who waits gets it', null !== $waiter->hear());
    same('the child finds out', 'false', ask($child, 'exists'));
    raises('one owner', LockConflictedException::class, null, fn () => $store->save(new Key($resource)));
    $waiter->finish();
});

foreach (['exists' => 'false', 'save' => LockConflictedException::class, 'delete' => 'NULL'] as $call => $answer) {
    group("the parent's next lock, and $call() in the child", function () use ($store, $call, $answer) {
        $store->save($key = new Key($resource = unique()));
        $child = child_with($store, $key);
        same('both have it', 'true', ask($child, 'exists'));
        unset($key);
        $store->save($next = new Key($resource));
        same('the child does not', $answer, strtok(ask($child, $call), ':'));
        same('the parent does', true, $store->exists($next));
        raises('one owner', LockConflictedException::class, null, fn () => $store->save(new Key($resource)));
        fclose($child);
        pcntl_wait($status);
        same('also afterwards', true, $store->exists($next));
        $store->delete($next);
        same('nothing is left', null, semaphores_of($resource));
    });
}

group('a lock that the child has released, and the key is dropped', function () use ($store) {
    $store->save($key = new Key($resource = unique()));
    same('released', 'NULL', ask(child_with($store, $key), 'delete'));
    $store->save($next = new Key($resource));
    unset($key);
    same('the next lock stays', true, $store->exists($next));
    raises('one owner', LockConflictedException::class, null, fn () => $store->save(new Key($resource)));
    $store->delete($next);
});
?>
--EXPECT--
ok: a key that is dropped after a fork
ok: the parent's next lock, and exists() in the child
ok: the parent's next lock, and save() in the child
ok: the parent's next lock, and delete() in the child
ok: a lock that the child has released, and the key is dropped
