--TEST--
slock.fork_release=0: the destructor of a child releases what the child adopted or acquired, and nothing that a parent had
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/slock.inc'; if (!is_native()) die('skip for a setting of the extension'); ?>
--FILE--
<?php
require __DIR__.'/../inc/forks.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;

/** A store that all processes share: who has deleted a lock stands in a file. */
class Shared implements PersistingStoreInterface
{
    public function __construct(public string $file)
    {
    }

    public function save(Key $key): void {}
    public function putOffExpiration(Key $key, float $ttl): void {}

    public function exists(Key $key): bool
    {
        return !is_file($this->file);
    }

    public function delete(Key $key): void
    {
        touch($this->file);
    }
}

$directory = temporary_directory();

/** Runs $f in a child, which then ends as a script does. Whether the lock is gone afterwards. */
function released(Closure $f): bool
{
    global $directory;
    $store = new Shared("$directory/".unique());
    $lock = $f($store, true);
    if (!pcntl_fork()) {
        $mine = $f($store, false, $lock);
        unset($mine, $lock);
        gc_collect_cycles();
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
    $gone = is_file($store->file);
    // The parent's own destructor is not asked here.
    touch($store->file);

    return $gone;
}

foreach (['1', '0'] as $setting) {
    ini_set('slock.fork_release', $setting);
    same(
        "fork_release=$setting, the parent's lock, untouched",
        '1' === $setting,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                $lock = new Lock(new Key('r'), $store);
                $lock->acquire();
            }

            return $lock;
        }),
    );
    same(
        "fork_release=$setting, the parent's lock, which the child asks about",
        '1' === $setting,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                $lock = new Lock(new Key('r'), $store);
                $lock->acquire();
            } else {
                check('it is held', $lock->isAcquired());
            }

            return $lock;
        }),
    );
    same(
        "fork_release=$setting, the parent's lock, which the child refreshes",
        '1' === $setting,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                $lock = new Lock(new Key('r'), $store, 300.0);
                $lock->acquire();
            } else {
                $lock->refresh();
            }

            return $lock;
        }),
    );
    same(
        "fork_release=$setting, the parent's lock, which the child acquires",
        true,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                $lock = new Lock(new Key('r'), $store);
            }
            $lock->acquire();

            return $lock;
        }),
    );
    same(
        "fork_release=$setting, a key that the child was given, and whose lock it adopts",
        true,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                return new Key('r');
            }
            $adopted = new Lock($lock, $store);
            check('it is held', $adopted->isAcquired());

            return $adopted;
        }),
    );
    same(
        "fork_release=$setting, a lock object from before the fork that the child adopts",
        true,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                return new Lock(new Key('r'), $store);
            }
            check('it is held', $lock->isAcquired());

            return $lock;
        }),
    );
    same(
        "fork_release=$setting, a lock that the parent had adopted, which the child asks about",
        '1' === $setting,
        released(function ($store, $parent, $lock = null) {
            if ($parent) {
                $lock = new Lock(new Key('r'), $store);
            }
            check('it is held', $lock->isAcquired());

            return $lock;
        }),
    );
}
?>
--EXPECT--
ok: fork_release=1, the parent's lock, untouched
ok: it is held
ok: fork_release=1, the parent's lock, which the child asks about
ok: fork_release=1, the parent's lock, which the child refreshes
ok: fork_release=1, the parent's lock, which the child acquires
ok: it is held
ok: fork_release=1, a key that the child was given, and whose lock it adopts
ok: it is held
ok: fork_release=1, a lock object from before the fork that the child adopts
ok: it is held
ok: it is held
ok: fork_release=1, a lock that the parent had adopted, which the child asks about
ok: fork_release=0, the parent's lock, untouched
ok: it is held
ok: fork_release=0, the parent's lock, which the child asks about
ok: fork_release=0, the parent's lock, which the child refreshes
ok: fork_release=0, the parent's lock, which the child acquires
ok: it is held
ok: fork_release=0, a key that the child was given, and whose lock it adopts
ok: it is held
ok: fork_release=0, a lock object from before the fork that the child adopts
ok: it is held
ok: it is held
ok: fork_release=0, a lock that the parent had adopted, which the child asks about
