--TEST--
FlockStore: the file of a lock keeps the last fencing token of a writer, in two system calls more
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/strace.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\StoreFactory;

use function Slock\fencing_token;

$directory = temporary_directory();
$store = new FlockStore($directory, false, ['fencing' => true]);
$content = fn () => bin2hex(file_get_contents(glob("$directory/*.lock")[0]));
$write = fn (string $bytes) => file_put_contents(glob("$directory/*.lock")[0], $bytes);

group('the file', function () use ($store, $content, $write) {
    $before = (int) (microtime(true) * 1e6);
    [$token] = tokens($store, 'r', 1);
    same('holds it', sprintf('%016x', $token), $content());
    between('about the time', $before - 1, microtime(true) * 1e6 + 2, $token);
    $readers = [owner($store, 'r'), owner($store, 'r')];
    array_map(fn ($reader) => $reader->acquireRead(), $readers);
    same('readers', [$token + 1, $token + 1], array_map(fencing_token(...), $readers));
    same('leave it', sprintf('%016x', $token), $content());
    array_map(fn ($reader) => $reader->release(), $readers);

    $write(pack('J', $ahead = 1 << 61));
    same('ahead of the clock', [$ahead + 2, $ahead + 4], tokens($store, 'r', 2));
    $write('');
    ($first = owner($store, 'r'))->acquireRead();
    same('readers of a new file', sprintf('%016x', fencing_token($first) - 1), $content());
    ($second = owner($store, 'r'))->acquireRead();
    same('all of them', fencing_token($first), fencing_token($second));
    $first->release();
    $second->release();
    foreach (['empty' => '', 'cut' => "\0\1"] as $what => $bytes) {
        $write($bytes);
        grow($what, tokens($store, 'r', 3));
    }
});

group('first readers at once have the same one', function () {
    $store = new FlockStore($directory = temporary_directory(), false, ['fencing' => true]);
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $child = pcntl_fork();
    $socket = $child ? $here : $there;
    for ($i = $different = 0; $i < 3000; ++$i) {
        if ($child) {
            fwrite($socket, ($at = hrtime(true) + 300_000)."\n");
        } else {
            $at = (int) fgets($socket);
        }
        $lock = owner($store, "r$i");
        while (hrtime(true) < $at) {
        }
        $lock->acquireRead();
        fwrite($socket, fencing_token($lock)."\n");
        // Both have the lock by now.
        $different += (int) fgets($socket) !== fencing_token($lock);
        $lock->release();
    }
    if (!$child) {
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    same('pairs that do not', 0, $different);
    $sizes = array_map(filesize(...), glob("$directory/*.lock"));
    same('files of more than two', [3000, true], [count($sizes), max($sizes) <= 16]);
    $lock = owner($store, 'r0');
    $lock->acquireRead();
    $reader = fencing_token($lock);
    $lock->release();
    grow('and writers greater ones', [$reader, ...tokens($store, 'r0', 2)]);
});

group('a fork after the first reader of a new file', function () {
    $store = new FlockStore(temporary_directory(), false, ['fencing' => true]);
    $lock = owner($store, 'r', null);
    $lock->acquireRead();
    if (!$child = pcntl_fork()) {
        while (true) {
            sleep(1);
        }
    }
    same('held', true, $lock->isAcquired());
    same('again', true, $lock->acquireRead());
    $lock->release();
    same('free, though the child lives', true, ($writer = owner($store, 'r', null))->acquire());
    $writer->release();
    posix_kill($child, SIGKILL);
    pcntl_waitpid($child, $status);
});

group('what is none', function () use ($store, $content, $write, $directory) {
    foreach ([str_repeat("\xff", 8), "\x7f".str_repeat("\xff", 7), pack('J', PHP_INT_MAX - 3)] as $bytes) {
        $write($bytes);
        $e = raises('bytes', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
        $said = $e->getPrevious()->getMessage();
        check('says so', str_contains($said, 'something else than a fencing token'), $said);
        same('stays', bin2hex($bytes), $content());
        same('nothing is locked', true, ($other = owner(new FlockStore($directory), 'r'))->acquire());
        $other->release();
    }
    $write('');
});

group('a reader that becomes the writer', function () use ($store, $write) {
    $lock = owner($store, 'r');
    $lock->acquireRead();
    $first = fencing_token($lock);
    $lock->acquire();
    grow('tokens', [$first, fencing_token($lock)]);
    $lock->release();
    $lock->acquireRead();
    $write(str_repeat("\xff", 8));
    raises('not with such a file', LockAcquiringException::class, null, fn () => $lock->acquire());
    same('still for reading', true, $lock->isAcquired());
    $lock->release();
    $write('');
});

group('the token of another store is not told for a file', function () {
    $store = new FlockStore(temporary_directory(), false, ['fencing' => true]);
    $ahead = temporary_directory();
    $others = new FlockStore($ahead, false, ['fencing' => true]);
    $key = new Key('of two');
    $lock = new Lock($key, $store);
    $lock->acquire();
    $other = new Lock($key, $others);
    $other->acquire();
    $other->release();
    // That store's clock is ahead.
    file_put_contents(glob("$ahead/*.lock")[0], pack('J', 1 << 61));
    $other->acquire();
    check('its token is greater', fencing_token($other) > 1 << 61);
    $lock->acquire();
    $mine = fencing_token($lock);
    $lock->release();
    $next = owner($store, 'of two');
    $next->acquire();
    grow('the next owner', [$mine, fencing_token($next)]);
    $next->release();
});

group('a reader that cannot become the writer has the token of the readers again', function () use ($store, $write) {
    [$one, $two] = [owner($store, 'r'), owner($store, 'r')];
    $one->acquire();
    $one->acquireRead();
    $two->acquireRead();
    $before = fencing_token($one);
    // As if there had been a writer in between: the kernel gives the lock up for the attempt.
    $write(pack('J', $before + 1));
    same('refused', [false, true], [$one->acquire(), $one->isAcquired()]);
    same('the token of now', $before + 2, fencing_token($one));
    same('the other one', $before, fencing_token($two));
    pcntl_signal(SIGALRM, fn () => throw new DomainException('enough'));
    pcntl_async_signals(true);
    pcntl_alarm(1);
    raises('a wait for it is left', DomainException::class, 'enough', fn () => $one->acquire(true, 5.0));
    same('so it does then', [true, $before + 2], [$one->isAcquired(), fencing_token($one)]);
    $one->release();
    $two->release();
});

group('a file that was removed', function () use ($store, $directory) {
    $tokens = tokens($store, 'gone', 2);
    array_map(unlink(...), glob("$directory/sf.gone.*"));
    $reader = owner($store, 'gone');
    $reader->acquireRead();
    $tokens[] = fencing_token($reader);
    $reader->release();
    grow('tokens', [...$tokens, ...tokens($store, 'gone', 2)]);
});

group('processes, in turns', function () use ($directory) {
    $tokens = race("flock://$directory?fencing=1", 4, 2000);
    same('as many', 8000, count($tokens));
    grow('all', $tokens);
});

group('options', function () use ($directory) {
    raises(
        'with files that are removed',
        InvalidArgumentException::class,
        '"fencing"',
        fn () => new FlockStore($directory, true, ['fencing' => true]),
    );
    foreach (['semaphore', 'null', 'flock+remove'] as $name) {
        raises($name, InvalidArgumentException::class, null, fn () => StoreFactory::createStore("$name?fencing=1"));
    }
    $off = StoreFactory::createStore("flock://$directory?fencing=0");
    same('0', [null], tokens($off, 'off', 1));
    foreach (['fencing=true', 'fencing=1&x=1', 'x=1&fencing=1', 'fencing='] as $query) {
        raises(
            $query,
            InvalidArgumentException::class,
            '"fencing", 0 or 1',
            fn () => StoreFactory::createStore("flock://$directory?$query"),
        );
    }
    foreach ([
        'memcached://localhost?xfencing=1&',
        'memcached://localhost?',
        'flock+remove:///d?',
        'sqlite:x?',
    ] as $dsn) {
        raises(
            $dsn,
            InvalidArgumentException::class,
            'has no fencing tokens',
            fn () => StoreFactory::createStore("{$dsn}fencing=1"),
        );
    }
    $again = unserialize(serialize(new FlockStore($directory, false, ['fencing' => true])));
    grow('unserialized', tokens($again, 'again', 2));
});

print_calls(
    <<<'PHP'
    $directory = $argv[1];
    foreach ([false, true] as $fencing) {
        $store = new Symfony\Component\Lock\Store\FlockStore($directory, false, ['fencing' => $fencing]);
        for ($i = 0; $i < 2; ++$i) {
            $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('calls'), $store, null, false);
            $f = fn () => $lock->acquire();
            $i ? step($fencing ? 'with tokens' : 'without', $f) : $f();
            $lock->release();
        }
    }
    PHP,
    [$directory],
);
?>
--EXPECT--
ok: the file
ok: first readers at once have the same one
ok: a fork after the first reader of a new file
ok: what is none
ok: a reader that becomes the writer
ok: the token of another store is not told for a file
ok: a reader that cannot become the writer has the token of the readers again
ok: a file that was removed
ok: processes, in turns
ok: options
without: openat flock
with tokens: openat flock pread64 pwrite64
