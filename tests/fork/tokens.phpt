--TEST--
After a fork what was not held before it is everybody's own: one owner, whoever had asked before, and no end of another process takes it
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** A child, which tells what its function returns and then waits until it is told to end, by exit(). */
final class Forked
{
    private $pipe;
    private int $pid;

    public function __construct(Closure $function)
    {
        [$this->pipe, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (!$this->pid = pcntl_fork()) {
            fclose($this->pipe);
            fwrite($theirs, json_encode($function(fn () => fgets($theirs)))."\n");
            fgets($theirs);
            exit;
        }
        fclose($theirs);
    }

    public function goesOn(): void
    {
        fwrite($this->pipe, "\n");
    }

    public function says(): mixed
    {
        return json_decode((string) fgets($this->pipe), true);
    }

    public function ends(): void
    {
        $this->goesOn();
        pcntl_waitpid($this->pid, $status);
    }
}

/** How many of three children get it, which all try at once. */
function owners(Lock $lock): int
{
    $children = array_map(fn () => new Forked(fn () => outcome(fn () => $lock->acquire())), range(1, 3));
    $answers = array_map(fn (Forked $child) => $child->says(), $children);
    array_map(fn (Forked $child) => $child->ends(), $children);

    return count(array_keys($answers, 'true', true));
}

$names = [
    'RedisStore',
    'MemcachedStore',
    'MongoDbStore',
    'MongoDbDocumentStore',
    'PdoStore, mysql',
    'PdoStore, pgsql',
    'PdoStore, sqlite',
    'CombinedStore',
    'RetryTillSaveStore',
];
side_by_side(array_intersect_key(ways(), array_flip($names)), function (Way $way) {
    $store = $way->store();
    $lock = fn (?string $resource = null, float $ttl = 300.0) => new Lock(
        new Key($resource ?? unique()),
        $store,
        $ttl,
        true,
    );

    $mine = $lock();
    same('acquired', true, $mine->acquire());
    $holder = $lock($name = unique());
    same('held by another', true, $holder->acquire());
    $refused = $lock($name);
    same('refused before', false, $refused->acquire());
    $holder->release();
    same('who was refused before', 1, owners($refused));

    $mine->release();
    same('who had it before', 1, owners($mine));

    // A key that came from elsewhere, and one whose lock was lost and is another's.
    $holder = $lock($name = unique());
    same('held once more', true, $holder->acquire());
    $refused = new Lock(unserialize(serialize(new Key($name))), $store, 300.0, false);
    same('refused from elsewhere', false, $refused->acquire());
    $lost = new Lock($key = new Key(unique()), $store, 300.0, false);
    same('to be lost', true, $lost->acquire());
    (new Lock(clone $key, $store, 300.0, false))->release();
    $next = $lock((string) $key);
    same('lost', [true, false], [$next->acquire(), $lost->acquire()]);
    $holder->release();
    $next->release();
    same('who was refused, from elsewhere', 1, owners($refused));
    same('who was refused, after a loss', 1, owners($lost));

    // A parent is the owner that it was, whatever it has forked for.
    $store->save($key = new Key(unique()));
    (new Forked(fn () => true))->ends();
    $mine = new Lock($key, $store, 300.0, false);
    same('what the store has saved', [true, true], [$mine->acquire(), $mine->isAcquired()]);
    $mine->release();
    same('is released', true, ($next = $lock((string) $key))->acquire());
    $next->release();

    $mine = $lock();
    same('of a child', true, $mine->acquire());
    $child = new Forked(function ($wait) use ($mine) {
        $mine->release();
        $again = $mine->acquire();
        $wait();

        return [$again, $mine->isAcquired()];
    });
    eventually(fn () => !$mine->isAcquired());
    // The child holds it by now, or will.
    usleep(100000);
    $mine = null;
    $child->goesOn();
    same('no end of the parent takes the lock of a child', [true, true], $child->says());
    $child->ends();

    $mine = $lock();
    same('of a parent', true, $mine->acquire());
    $child = new Forked(fn () => $mine->isAcquired());
    same('both have it', true, $child->says());
    $mine->release();
    same('acquired again', true, $mine->acquire());
    $child->ends();
    same('no end of a child takes the lock of its parent', true, $mine->isAcquired());
    $mine->release();

    $mine = $lock();
    same('held at the fork', true, $mine->acquire());
    $child = new Forked(fn () => [$mine->acquire(), $mine->isAcquired()]);
    same('is held by both', [true, true], $child->says());
    $child->ends();
});

group('a key that is used with two classes of stores', function () {
    $stores = [ways()['MemcachedStore']->store(), ways()['RedisStore']->store()];
    $key = new Key(unique());
    $locks = array_map(fn ($store) => new Lock($key, $store, 300.0, false), $stores);
    foreach ($locks as $lock) {
        same('before', [true, null], [$lock->acquire(), $lock->release()]);
    }
    $children = array_map(
        fn () => new Forked(fn () => array_map(fn ($lock) => $lock->acquire(), $locks)),
        [1, 2, 3],
    );
    $answers = array_map(fn (Forked $child) => $child->says(), $children);
    array_map(fn (Forked $child) => $child->ends(), $children);
    same('one each', [1, 1], [array_sum(array_column($answers, 0)), array_sum(array_column($answers, 1))]);
});
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: MongoDbDocumentStore
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, pgsql
ok: CombinedStore
ok: RetryTillSaveStore
ok: a key that is used with two classes of stores
