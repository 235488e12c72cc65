--TEST--
MemcachedStore through \Memcached: in a process that has forked no answer to another process is taken for a granted lock
--EXTENSIONS--
pcntl
posix
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

/** Its writes say that they were done, as the answers to another process may do, and do nothing. */
final class Liar extends Memcached
{
    public bool $lies = false;

    public function add($key, $value, $expiration = 0): bool
    {
        return $this->lies || parent::add($key, $value, $expiration);
    }

    public function cas($cas_token, $key, $value, $expiration = 0): bool
    {
        return $this->lies || parent::cas($cas_token, $key, $value, $expiration);
    }
}

/** A child that ends as one that was only there to do something else. */
function fork_once(): void
{
    if (!pcntl_fork()) {
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
}

/** A server whose answers in the binary protocol are those to "quit". */
function answering_quit(callable $f): void
{
    $listening = stream_socket_server('tcp://127.0.0.1:0');
    if (!$pid = pcntl_fork()) {
        while ($connection = @stream_socket_accept($listening, 30)) {
            fread($connection, 8192);
            fwrite($connection, "\x81\x07".str_repeat("\0", 22));
            fclose($connection);
        }
        posix_kill(getmypid(), SIGKILL);
    }
    $f(function () use ($listening) {
        $client = new Memcached();
        $client->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
        $client->addServer('127.0.0.1', (int) substr(strrchr(stream_socket_get_name($listening, false), ':'), 1));

        return $client;
    });
    posix_kill($pid, SIGKILL);
    pcntl_waitpid($pid, $status);
}

foreach (['text' => false, 'binary' => true] as $protocol => $binary) {
    group("$protocol protocol: what was not written", function () use ($binary) {
        $client = new Liar();
        $client->setOption(Memcached::OPT_BINARY_PROTOCOL, $binary);
        $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
        $store = new MemcachedStore($client);
        $store->save($key = new Key(unique()));
        fork_once();
        foreach ([
            'acquire' => fn () => $store->save(new Key(unique())),
            'acquire, held by another' => fn () => $store->save(new Key((string) $key)),
            'refresh' => fn () => $store->putOffExpiration($key, 60),
            'release' => fn () => $store->delete($key),
        ] as $what => $operation) {
            $client->lies = true;
            raises($what, LockStorageException::class, 'contradictory answers', $operation);
            $client->lies = false;
            same("$what: still held", true, $store->exists($key));
        }
        $store->putOffExpiration($key, 60);
        $store->delete($key);
        same('released', false, $store->exists($key));
    });

    group("$protocol protocol: how many requests", function () use ($binary) {
        $server = new OwnMemcached();
        $client = new Memcached();
        $client->setOption(Memcached::OPT_BINARY_PROTOCOL, $binary);
        $client->addServer('127.0.0.1', $server->port);
        [$lock, $other] = [
            new Lock(new Key('lock'), $store = new MemcachedStore($client), 60),
            new Lock(new Key('lock'), $store, 60),
        ];
        $store->exists(new Key('connects'));
        $text = $server->text();
        fork_once();
        foreach ([
            'acquire' => ['1 get, 1 set', fn () => $lock->acquire()],
            'acquire, held by another' => ['1 set', fn () => $other->acquire()],
            'refresh' => ['2 get, 1 set, 1 of them cas', fn () => $lock->refresh()],
            'isAcquired' => ['1 get', fn () => $lock->isAcquired()],
            'release' => ['3 get, 1 set, 1 of them cas', fn () => $lock->release()],
        ] as $what => [$expected, $operation]) {
            same($what, $expected, memcached_commands_during($text, $operation));
        }
    });
}

group('the answer to the "quit" of a child that has ended', function () {
    answering_quit(function (callable $client) {
        same('looks like a success', true, $client()->add('name', 'value'));
        $store = new MemcachedStore($client());
        raises('acquire', LockStorageException::class, null, fn () => $store->save(new Key(unique())));
    });
});

// A tenth of such children or so, where nothing is looked at twice.
group('a busy parent whose children end', function () {
    $holder = new Lock(new Key($name = unique()), new MemcachedStore(memcached_client()), 60);
    $holder->acquire();
    $granted = $asked = 0;
    for ($child = 0; $child < 40; ++$child) {
        $client = memcached_client('', true);
        $store = new MemcachedStore($client);
        $store->exists(new Key($name));
        if (!$pid = pcntl_fork()) {
            usleep(random_int(0, 800));
            $client->quit();
            posix_kill(getmypid(), SIGKILL);
        }
        do {
            ++$asked;
            try {
                $granted += (new Lock(new Key($name), $store, 60, false))->acquire();
            } catch (Exception) {
            }
        } while (!pcntl_waitpid($pid, $status, WNOHANG));
    }
    same('granted', 0, $granted);
    check('asked', $asked >= 40, (string) $asked);
    same('still held', true, $holder->isAcquired());
});
?>
--EXPECT--
ok: text protocol: what was not written
ok: text protocol: how many requests
ok: binary protocol: what was not written
ok: binary protocol: how many requests
ok: the answer to the "quit" of a child that has ended
ok: a busy parent whose children end
