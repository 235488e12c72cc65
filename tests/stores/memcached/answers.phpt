--TEST--
MemcachedStore: lost answers are asked for again, nonsense is an error, signals are nothing
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
$text = $server->text();

$protocols = ['&protocol=text' => 'text', '&protocol=binary' => 'binary', '&protocol=meta' => 'meta'];
foreach ($protocols as $more => $protocol) {
    // Those of meta commands: meta.phpt.
    foreach ('meta' === $protocol ? [] : ['add', 'get', 'cas', 'delete'] as $verb) {
        $sent = ['text' => ['get' => 'gets'], 'binary' => ['cas' => 'set']][$protocol][$verb] ?? $verb;
        group("$protocol: the connection is lost after $verb", function () use ($server, $text, $more, $sent) {
            // Not on the first request of a connection: that one is not tried again.
            [$child, $dsn] = between_us(
                $server,
                "static \$seen = 0; return '$sent' === \$verb && ++\$seen === 1 ? false : null;",
            );
            $store = new MemcachedStore("$dsn?x$more");
            $warm = new Key(unique());
            'add' === $sent || 'get' === substr($sent, 0, 3) or $store->exists($warm);
            'get' === substr($sent, 0, 3) and $store->save(new Key(unique()));
            'add' === $sent and $store->exists($warm);
            $key = new Key($name = unique());
            $store->save($key);
            same('acquired', $key->getState(MemcachedStore::class).' flags 0', $text->get($name));
            $store->putOffExpiration($key, 100);
            same('exists', true, $store->exists($key));
            $store->delete($key);
            same('released', null, $text->get($name));
            $child->finish();
        });
    }
    group("$protocol: answers in pieces", function () use ($server, $text, $more) {
        [$child, $dsn] = between_us($server, 'return null;');
        $child->finish();
        [$child, $dsn] = between_us($server, 'global $answer; return str_split($answer, 5);');
        $lock = new Lock(new Key(unique()), new MemcachedStore("$dsn?x$more"), 30);
        same('acquired', true, $lock->acquire());
        $lock->refresh();
        same('held', true, $lock->isAcquired());
        $lock->release();
        same('released', false, $lock->isAcquired());
        $child->finish();
    });
    foreach ([
        "nonsense\r\n" => 'words',
        "\x81\x02\0\x09\0\0\0\0\0\0\0\1".str_repeat("\0", 12).'x' => 'bytes',
        "VALUE a b\r\n" => 'half',
        str_repeat('x', 9000) => 'endless',
        "SERVER_ERROR busy\r\n" => 'an error',
    ] as $nonsense => $what) {
        group("$protocol: nonsense, $what", function () use ($server, $more, $nonsense) {
            [$child, $dsn] = between_us($server, 'return base64_decode("'.base64_encode($nonsense).'");');
            $store = new MemcachedStore("$dsn?read_timeout=0.5$more");
            foreach (['exists', 'save', 'delete'] as $call) {
                raises(
                    $call,
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    'Memcached at 127.0.0.1:',
                    fn () => $store->$call(new Key(unique())),
                );
            }
            $child->finish();
        });
    }
    if ('meta' === $protocol) {
        // What comes behind a good answer to the question for meta commands, in the same flight.
        group('meta: settings without an end', function () use ($server, $more) {
            [$child, $dsn] = between_us($server, 'return "mg" === $verb ? "EN\r\n".str_repeat("x", 9000) : null;');
            $store = new MemcachedStore("$dsn?read_timeout=5$more");
            foreach (['exists', 'save', 'delete'] as $call) {
                raises(
                    $call,
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    ': the answer makes no sense',
                    fn () => $store->$call(new Key(unique())),
                );
            }
            $child->finish();
        });
    }
    group("$protocol: signals", function () use ($server, $more) {
        [$child, $dsn] = between_us($server, 'usleep(300000); return null;');
        pcntl_async_signals(true);
        $signals = 0;
        pcntl_signal(SIGUSR1, function () use (&$signals) { ++$signals; });
        $me = getmypid();
        $shooter = Child::start(
            "fgets(STDIN); for (\$i = 0; \$i < 100; ++\$i) { posix_kill($me, SIGUSR1); usleep(10000); }",
            'here',
            ['posix'],
        );
        $shooter->say('go');
        $lock = new Lock(new Key(unique()), new MemcachedStore("$dsn?x$more"), 30);
        same('acquired', true, $lock->acquire());
        same('held', true, $lock->isAcquired());
        $lock->release();
        $shooter->finish();
        check('there were signals', $signals > 5, (string) $signals);
        $child->finish();
    });
}
?>
--EXPECT--
ok: text: the connection is lost after add
ok: text: the connection is lost after get
ok: text: the connection is lost after cas
ok: text: the connection is lost after delete
ok: text: answers in pieces
ok: text: nonsense, words
ok: text: nonsense, bytes
ok: text: nonsense, half
ok: text: nonsense, endless
ok: text: nonsense, an error
ok: text: signals
ok: binary: the connection is lost after add
ok: binary: the connection is lost after get
ok: binary: the connection is lost after cas
ok: binary: the connection is lost after delete
ok: binary: answers in pieces
ok: binary: nonsense, words
ok: binary: nonsense, bytes
ok: binary: nonsense, half
ok: binary: nonsense, endless
ok: binary: nonsense, an error
ok: binary: signals
ok: meta: answers in pieces
ok: meta: nonsense, words
ok: meta: nonsense, bytes
ok: meta: nonsense, half
ok: meta: nonsense, endless
ok: meta: nonsense, an error
ok: meta: settings without an end
ok: meta: signals
