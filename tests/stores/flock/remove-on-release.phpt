--TEST--
FlockStore that removes its files: nobody ever locks a file that is gone, nobody removes the file of another one
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
$make = 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).', true)';
$store = new FlockStore($directory, true);

$lock = lock_on($store, 'r');
$lock->acquire();
same('there while it is locked', 1, count(glob("$directory/*")));
$lock->release();
same('gone afterwards', 0, count(glob("$directory/*")));
$lock->acquireRead();
$lock->release();
same('gone after a reader', 0, count(glob("$directory/*")));

$first = lock_on($store, 'r');
$second = lock_on($store, 'r');
$first->acquireRead();
$second->acquireRead();
$first->release();
same('there as long as there is a reader', 1, count(glob("$directory/*")));
same('no writer meanwhile', false, $lock->acquire());
$second->release();
same('gone after the last one', 0, count(glob("$directory/*")));

// Another process removes the file and another owner makes a new one.
$lock->acquire();
unlink(glob("$directory/*")[0]);
same('a file that was removed excludes nobody', true, $second->acquire());
$lock->release();
same('the new owner keeps its file', 1, count(glob("$directory/*")));
same('and its lock', false, $lock->acquire());
$second->release();
same('gone', 0, count(glob("$directory/*")));

// Another directory has another file.
$key = new Key('r');
$store->save($key);
$elsewhere = new FlockStore("$directory/elsewhere", true);
$elsewhere->save($other = new Key('r'));
$elsewhere->delete($key);
same(
    'not released through a store of another directory',
    [true, 1],
    [$store->exists($key), count(glob("$directory/elsewhere/*"))],
);
$elsewhere->delete($other);
$store->delete($key);

// One waits for the file that is being removed.
$lock->acquire();
$waiters = [waiter($make, 'r'), waiter($make, 'r'), waiter($make, 'r', 'acquireRead(true)')];
usleep(200_000);
$lock->release();
while ($waiters) {
    foreach ($waiters as $i => $waiter) {
        if (null !== $waiter->hear(0.05)) {
            same('one of them has it', false, $lock->acquire());
            same('and its file is there', 1, count(glob("$directory/sf.*")));
            $waiter->finish();
            unset($waiters[$i]);
        }
    }
}
same('nothing is left', [], glob("$directory/sf.*"));
same('no file is open any more', [], open_files($directory));

// Attempts and waits, readers and writers, all at once.
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    [, $directory, $counter] = $argv;
    $store = new FlockStore($directory, true);
    fgets(STDIN);
    for ($done = 0; $done < 300;) {
        $lock = new Lock(new Key('hammered'), $store);
        if (0 === $done % 4) {
            $lock->acquireRead(true);
            is_dir("$counter.writing") && print("a writer among readers\n");
        } elseif (1 === $done % 4) {
            if (!$lock->acquire()) {
                continue;
            }
        } else {
            $lock->acquire(true);
        }
        if (0 !== $done % 4) {
            mkdir("$counter.writing") || print("two writers\n");
            file_put_contents($counter, 1 + (int) file_get_contents($counter));
            rmdir("$counter.writing");
        }
        ++$done;
        $lock->release();
    }
    echo "done\n";
    CODE;
$counter = temporary_directory().'/counter';
file_put_contents($counter, '0');
for ($i = 0, $children = []; $i < 6; ++$i) {
    $children[] = Child::start($code, 'here', [], [], [$directory, $counter]);
}
array_map(fn ($child) => $child->say('go'), $children);
same('six processes', array_fill(0, 6, "done\n"), array_map(fn ($child) => $child->finish(), $children));
same('nothing was lost', '1350', file_get_contents($counter));
same('nothing is left after them', [], glob("$directory/sf.*"));
?>
--EXPECT--
ok: there while it is locked
ok: gone afterwards
ok: gone after a reader
ok: there as long as there is a reader
ok: no writer meanwhile
ok: gone after the last one
ok: a file that was removed excludes nobody
ok: the new owner keeps its file
ok: and its lock
ok: gone
ok: not released through a store of another directory
ok: one of them has it
ok: and its file is there
ok: one of them has it
ok: and its file is there
ok: one of them has it
ok: and its file is there
ok: nothing is left
ok: no file is open any more
ok: six processes
ok: nothing was lost
ok: nothing is left after them
