--TEST--
FlockStore: readers and writers in several processes, promotion and demotion, also while others wait
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
foreach ([false, true] as $remove) {
    $title = $remove ? 'removing the files: ' : '';
    $store = new FlockStore($directory, $remove);
    $make = 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).', '.var_export($remove, true)
        .')';

    group($title.'readers', function () use ($store, $make) {
        $reader = holder($make, 'r', 'acquireRead()');
        $lock = lock_on($store, 'r');
        same('no writer', false, $lock->acquire());
        same('another reader', true, $lock->acquireRead());
        same('no promotion', false, $lock->acquire());
        same('which leaves a reader', true, $lock->isAcquired());
        $reader->say('echo show($lock->acquire()), show($lock->isAcquired()), "\n";');
        same('the other neither', 'falsetrue', $reader->hear());
        same('no other writer', false, lock_on($store, 'r')->acquire());
        $reader->say('$lock->release(); echo "released\n";');
        $reader->hear();
        same('no other writer beside one reader', false, lock_on($store, 'r')->acquire());
        same('promotion of the only one', true, $lock->acquire());
        $reader->say('echo show($lock->acquireRead()), "\n";');
        same('no reader beside a writer', 'false', $reader->hear());
        same('demotion', true, $lock->acquireRead());
        $reader->say('echo show($lock->acquireRead()), "\n";');
        same('a reader beside the demoted', 'true', $reader->hear());
        $reader->finish();
        same('promotion when the other one has ended', true, $lock->acquire());
        $lock->release();
        same('released', true, lock_on($store, 'r')->acquire());
    });

    group($title.'a promotion that waits', function () use ($store, $make) {
        $reader = holder($make, 'r', 'acquireRead()');
        $waiter = waiter($make, 'r', 'acquireRead(); $lock->acquire(true)');
        usleep(200_000);
        same('readers may still come', true, ($lock = lock_on($store, 'r'))->acquireRead());
        $lock->release();
        $reader->say('echo now(), "\n"; $lock->release();');
        $released = (float) $reader->hear();
        check('after the other reader', (float) $waiter->hear() >= $released);
        same('as a writer', false, $lock->acquireRead());
        $waiter->finish();
        $reader->finish();
        same('released', true, $lock->acquire());
        $lock->release();
    });

    group($title.'two promotions that wait for each other', function () use ($store, $make) {
        $key = new Key('r');
        $store->saveRead($key);
        $first = waiter(
            $make,
            'r',
            'acquireRead(); $lock->acquire(true); echo "first\n"; usleep(100_000); $lock->release()',
        );
        $second = waiter(
            $make,
            'r',
            'acquireRead(); $lock->acquire(true); echo "second\n"; usleep(100_000); $lock->release()',
        );
        usleep(200_000);
        $store->delete($key);
        same('both come', ['first', 'second'], [$first->hear(), $second->hear()]);
        $first->finish();
        $second->finish();
    });

    group($title.'a promotion that is interrupted', function () use ($store, $make) {
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, fn () => throw new Exception('alarm'));
        $reader = holder($make, 'r', 'acquireRead()');
        $key = new Key('r');
        $store->saveRead($key);
        pcntl_alarm(1);
        raises('the exception', Exception::class, 'alarm', fn () => $store->waitAndSave($key));
        same('is a reader again', true, $store->exists($key));
        same('among others', true, lock_on($store, 'r')->acquireRead());
        $reader->finish();
        raises('no writer beside it', LockConflictedException::class, null, fn () => $store->save(new Key('r')));
        $store->save($key);
        $store->delete($key);
    });

    group($title.'the lock that a handler tries to release while it is promoted', function () use ($store, $make) {
        $reader = holder($make, 'r', 'acquireRead()');
        $lock = lock_on($store, 'r');
        $lock->acquireRead();
        pcntl_signal(SIGALRM, function () use ($lock, $reader) {
            same('is not there', false, $lock->isAcquired());
            $lock->release();
            $reader->say('$lock->release();');
        });
        pcntl_alarm(1);
        same('but comes', [true, true], [$lock->acquire(true), $lock->isAcquired()]);
        $reader->finish();
        $lock->release();
    });
    same($title.'no file is open any more', [], open_files($directory));
}
same('removed', 0, count(glob("$directory/*")));
?>
--EXPECT--
ok: readers
ok: a promotion that waits
ok: two promotions that wait for each other
ok: a promotion that is interrupted
ok: the lock that a handler tries to release while it is promoted
ok: no file is open any more
ok: removing the files: readers
ok: removing the files: a promotion that waits
ok: removing the files: two promotions that wait for each other
ok: removing the files: a promotion that is interrupted
ok: removing the files: the lock that a handler tries to release while it is promoted
ok: removing the files: no file is open any more
ok: removed
