--TEST--
MemcachedStore, protocol=meta: the requests of each operation, counted; whose versions are whose
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new FuzzServer("require '".__DIR__."/../../inc/fuzz-memcached.inc';");
$make = fn (string $more = '') => new MemcachedStore("memcached://127.0.0.1:$server->port?protocol=meta$more");
$requests = fn () => implode(', ', array_column($server->notes(), 0)) ?: 'nothing';

/** What an operation sends. */
function during(callable $requests, callable $f): string
{
    $requests();
    try {
        $f();
    } catch (ExceptionInterface $e) {
        return $requests().': '.substr(strrchr($e::class, '\\'), 1);
    }

    return $requests();
}

foreach (['honest' => 'versions by name', 'honest, no E' => 'meta', 'honest, no meta' => 'text'] as $mode => $what) {
    $server->round(1, $mode);
    // A connection of its own.
    $store = $make('&timeout='.(10 + crc32($what) % 100));
    $name = "counted $what";
    $lock = new Lock($key = new Key($name), $store, 60);
    $other = new Lock(new Key($name), $store, 60);
    $count = fn (string $of, callable $f) => printf("%-27s %s\n", "$what: $of", during($requests, $f));
    $count('connect', fn () => $store->exists(new Key('connects')));
    $count('acquire', fn () => $lock->acquire());
    $count('refused', fn () => $other->acquire());
    $count('refused again', fn () => $other->acquire());
    $count('refresh', fn () => $lock->refresh());
    $count('refresh again', fn () => $lock->refresh());
    $count('isAcquired', fn () => $lock->isAcquired());
    $count('refresh another\'s', fn () => $other->refresh());
    $count('release another\'s', fn () => $other->release());
    $elsewhere = $make('&timeout='.(310 + crc32($what) % 100));
    $count('another process', fn () => $elsewhere->putOffExpiration(unserialize(serialize($key)), 30));
    $count('refresh after that', fn () => $lock->refresh());
    $count('and after that', fn () => $lock->refresh());
    $count('acquire again', fn () => $lock->acquire());
    $count('release', fn () => $lock->release());
    same("$what: released", false, $lock->isAcquired());
    $count('acquire once more', fn () => $lock->acquire());
    $count('destructor', function () use (&$lock) {
        $lock = null;
    });
    same("$what: released again", true, $other->acquire());
    $other->release();
}

$forget = function () use ($server) {
    $socket = stream_socket_client("tcp://127.0.0.1:$server->port");
    fwrite($socket, "forget\r\n");
    fgets($socket);
};
// The versions that a server counts begin with 1 again.
foreach (['honest' => 'versions by name', 'honest, no E' => 'meta', 'honest, no meta' => 'text'] as $mode => $what) {
    $store = $make('&timeout='.(110 + crc32($what) % 100));
    $elsewhere = $make('&timeout='.(210 + crc32($mode) % 100));
    $what .= ': a server restarts, and another owner has the same version';
    group($what, function () use ($server, $store, $elsewhere, $mode, $forget) {
        foreach (['release', 'refresh'] as $method) {
            $server->round(1, $mode);
            $lock = new Lock(new Key("same $mode"), $store, 60);
            $other = new Lock(new Key("same $mode"), $elsewhere, 60);
            $forget();
            same('acquired', true, $lock->acquire());
            $forget();
            same('forgotten, and taken', true, $other->acquire());
            try {
                $lock->$method();
            } catch (ExceptionInterface) {
            }
            same("still the other's after $method", true, $other->isAcquired());
            $other->release();
        }
    });
}
foreach (['add', 'cas', 'delete', 'get'] as $verb) {
    group("the connection is lost after $verb", function () use ($server, $make, $verb, $requests) {
        $server->round(1, 'honest');
        $store = $make('&timeout=500');
        $store->exists(new Key('connects'));
        $key = new Key("lost $verb");
        $server->round(1, "honest lose $verb");
        $store->save($key);
        $store->putOffExpiration($key, 100);
        same('exists', true, $store->exists($key));
        $store->delete($key);
        same('released', false, $store->exists($key));
        $seen = $requests();
        check('repeated, over another connection', 7 <= count(explode(' ', $seen)), $seen);
    });
}

// What the network holds back finds no other write than the one that it was meant for.
$what = 'each write has a version of its own, far from those that a server counts';
group($what, function () use ($server, $make) {
    $server->round(1, 'honest');
    $store = $make('&timeout=501');
    $key = new Key('versions');
    for ($i = 0; $i < 3; ++$i) {
        $store->save($key);
        $store->putOffExpiration($key, 100);
        $store->putOffExpiration($key, 100);
        $store->delete($key);
    }
    $versions = [];
    foreach ($server->notes() as [$verb, , $answer]) {
        if (in_array($verb, ['add', 'cas'], true)) {
            preg_match('/^HD c(\d+) O\d+\r\n$/', base64_decode($answer), $m);
            check('far', $m[1] >= 1 << 62 && $m[1] <= PHP_INT_MAX, $m[1]);
            $versions[] = $m[1];
        }
    }
    same('different', 9, count(array_unique($versions)));
});
group('two processes of one store have two versions', function () use ($server, $make) {
    $server->round(1, 'honest');
    $store = $make('&timeout=503');
    $store->save(new Key('before'));
    $server->notes();
    if (!$pid = pcntl_fork()) {
        $store->save(new Key('child'));
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    $store->save(new Key('parent'));
    $versions = [];
    foreach ($server->notes() as [$verb, , $answer]) {
        'add' === $verb && preg_match('/c(\d+)/', base64_decode($answer), $m) && $versions[] = $m[1];
    }
    same('two writes', 2, count($versions));
    same('different', 2, count(array_unique($versions)));
});
$what = 'a server that takes no version for its own values is asked for them';
group($what, function () use ($server, $make, $requests) {
    $server->round(1, 'honest, E ignored');
    $store = $make('&timeout=502');
    $store->save($key = new Key('ignored'));
    $requests();
    $store->putOffExpiration($key, 100);
    same('refresh', 'get, cas', $requests());
    $store->delete($key);
    same('release', 'get, delete', $requests());
});
group('an answer with the number of another command is none', function () use ($server, $make) {
    $server->round(1, 'honest');
    $store = $make('&timeout=504');
    $store->save($key = new Key('numbers'));
    foreach (['save', 'exists', 'delete'] as $method) {
        $server->round(1, 'honest');
        $store->exists($key);
        $server->round(1, 'honest, other number');
        raises(
            $method,
            LockStorageException::class,
            'this is the answer to another command',
            fn () => $store->$method('save' === $method ? new Key('another') : $key),
        );
    }
});
group('nothing is left of locks that are released', function () use ($server, $make) {
    $server->round(1, 'honest');
    $store = $make('&timeout=505');
    $cycles = function (int $count) use ($store) {
        while ($count--) {
            $store->save($key = new Key('cycle'));
            $store->delete($key);
        }

        return memory_get_usage();
    };
    $before = $cycles(10);
    between('bytes', 0, 20000, max(0, $cycles(500) - $before));
});
echo $server->stop();
?>
--EXPECT--
versions by name: connect   get, get
versions by name: acquire   add
versions by name: refused   add
versions by name: refused again add, get
versions by name: refresh   cas
versions by name: refresh again cas
versions by name: isAcquired get
versions by name: refresh another's get: LockConflictedException
versions by name: release another's get
versions by name: another process get, get, cas
versions by name: refresh after that cas, get, cas
versions by name: and after that cas
versions by name: acquire again add, get, cas
versions by name: release   delete
ok: versions by name: released
versions by name: acquire once more add
versions by name: destructor delete
ok: versions by name: released again
meta: connect               get, get
meta: acquire               add
meta: refused               add
meta: refused again         add, get
meta: refresh               get, cas
meta: refresh again         get, cas
meta: isAcquired            get
meta: refresh another's     get: LockConflictedException
meta: release another's     get
meta: another process       get, get, cas
meta: refresh after that    get, cas
meta: and after that        get, cas
meta: acquire again         add, get, cas
meta: release               get, delete
ok: meta: released
meta: acquire once more     add
meta: destructor            get, delete
ok: meta: released again
text: connect               mg, get
text: acquire               add
text: refused               add
text: refused again         add, get
text: refresh               get, cas
text: refresh again         get, cas
text: isAcquired            get
text: refresh another's     get: LockConflictedException
text: release another's     get
text: another process       mg, get, cas
text: refresh after that    get, cas
text: and after that        get, cas
text: acquire again         add, get, cas
text: release               get, cas, get
ok: text: released
text: acquire once more     add
text: destructor            get, cas, get
ok: text: released again
ok: versions by name: a server restarts, and another owner has the same version
ok: meta: a server restarts, and another owner has the same version
ok: text: a server restarts, and another owner has the same version
ok: the connection is lost after add
ok: the connection is lost after cas
ok: the connection is lost after delete
ok: the connection is lost after get
ok: each write has a version of its own, far from those that a server counts
ok: two processes of one store have two versions
ok: a server that takes no version for its own values is asked for them
ok: an answer with the number of another command is none
ok: nothing is left of locks that are released
