--TEST--
MemcachedStore by DSN: without a protocol, meta commands where they do, and the same locks as over the binary protocol
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MemcachedStore;

$fuzz = new FuzzServer("require '".__DIR__."/../../inc/fuzz-memcached.inc';");
$requests = fn () => implode(', ', array_column($fuzz->notes(), 0)) ?: 'nothing';
$modes = ['honest' => 'a server that takes versions', 'honest, no E' => 'meta commands', 'honest, no meta' => 'text'];
foreach ($modes as $mode => $what) {
    $fuzz->round(1, $mode);
    foreach (['' => 'without', 'protocol=auto&' => 'auto'] as $parameter => $how) {
        $limit = 10 + crc32("$mode $how") % 100;
        $store = new MemcachedStore("memcached://127.0.0.1:$fuzz->port?{$parameter}timeout=$limit");
        $key = new Key("$mode $how");
        $key = new Key(strtr((string) $key, ' ', '-'));
        $store->save($key);
        $store->putOffExpiration($key, 100);
        $store->delete($key);
        echo "$what, $how: ", $requests(), "\n";
    }
}
echo $fuzz->stop();

$run = unique();
$names = [
    'plain' => "$run-plain",
    'two words' => "$run two words",
    'beyond ASCII' => "$run \u{e9}",
    'a NUL' => "$run\0",
    'a line break' => "$run\n",
    '250 bytes with a blank' => str_pad("$run ", 250, 'k'),
    '250 bytes' => str_pad($run, 250, 'k'),
    '251 bytes' => str_pad($run, 251, 'k'),
];
foreach (['-B auto', '-B binary', '-B ascii'] as $options) {
    $server = new OwnMemcached(...explode(' ', $options));
    $auto = new MemcachedStore($server->dsn('?read_timeout=2'));
    $binary = new MemcachedStore($server->dsn('?protocol=binary&read_timeout=0.2'));
    $object = client($server->port, [Memcached::OPT_BINARY_PROTOCOL => true, Memcached::OPT_POLL_TIMEOUT => 200]);
    $others = ['-B ascii' => [new MemcachedStore($server->dsn('?protocol=text'))]][$options]
        ?? [$binary, new MemcachedStore($object)];
    foreach ($names as $what => $name) {
        group("$options, $what", function () use ($auto, $others, $name, $options, $server) {
            if ('-B ascii' === $options && preg_match('/[^\n!-~]/', $name)) {
                $hasty = new MemcachedStore($server->dsn('?read_timeout=0.2'));
                raises('refused', LockStorageException::class, 'no answer', fn () => $hasty->save(new Key($name)));

                return;
            }
            foreach ($others as $other) {
                foreach ([[$auto, $other], [$other, $auto]] as [$first, $second]) {
                    $first->save($key = new Key($name));
                    raises('held', LockConflictedException::class, null, fn () => $second->save(new Key($name)));
                    same('seen', true, $second->exists($key));
                    $second->putOffExpiration($key, 100);
                    $first->putOffExpiration($key, 100);
                    $second->delete($key);
                    same('released', false, $first->exists($key));
                }
            }
        });
    }
    // Nobody waits for a server that speaks another protocol.
    $new = fn () => (new MemcachedStore($server->dsn('?timeout=5&read_timeout=5')))->exists(new Key("$run-new"));
    same("$options: a new connection", false, $new());
    if ('-B binary' === $options) {
        same('and the next on the same', false, $new());
        $server->stop();
        raises('gone', LockStorageException::class, 'Connection refused', $new);
        $server->start();
        same('restarted', false, $new());
    }
}
foreach (['auto&binary_protocol=1', 'auto&binary_protocol=0', 'any'] as $wrong) {
    echo outcome(fn () => new MemcachedStore("memcached://127.0.0.1:1?protocol=$wrong")), "\n";
}
?>
--EXPECT--
a server that takes versions, without: get, add, cas, delete
a server that takes versions, auto: get, add, cas, delete
meta commands, without: get, add, get, cas, get, delete
meta commands, auto: get, add, get, cas, get, delete
text, without: mg, add, get, cas, get, cas, get
text, auto: mg, add, get, cas, get, cas, get
ok: -B auto, plain
ok: -B auto, two words
ok: -B auto, beyond ASCII
ok: -B auto, a NUL
ok: -B auto, a line break
ok: -B auto, 250 bytes with a blank
ok: -B auto, 250 bytes
ok: -B auto, 251 bytes
ok: -B auto: a new connection
ok: -B binary, plain
ok: -B binary, two words
ok: -B binary, beyond ASCII
ok: -B binary, a NUL
ok: -B binary, a line break
ok: -B binary, 250 bytes with a blank
ok: -B binary, 250 bytes
ok: -B binary, 251 bytes
ok: -B binary: a new connection
ok: and the next on the same
ok: gone
ok: restarted
ok: -B ascii, plain
ok: -B ascii, two words
ok: -B ascii, beyond ASCII
ok: -B ascii, a NUL
ok: -B ascii, a line break
ok: -B ascii, 250 bytes with a blank
ok: -B ascii, 250 bytes
ok: -B ascii, 251 bytes
ok: -B ascii: a new connection
Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Memcached DSN: the parameters "protocol" and "binary_protocol" contradict each other.
Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Memcached DSN: the parameters "protocol" and "binary_protocol" contradict each other.
Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Memcached DSN: parameter "protocol" must be auto, meta, text or binary.