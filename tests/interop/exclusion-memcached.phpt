--TEST--
MemcachedStore and the PHP packages 5.4, 6.4 and 7.4 exclude each other, and a key passes a lock between them
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('memcached', 'package 5.4', 'package 6.4', 'package 7.4');
need_extension('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Store\MemcachedStore;

$host = getenv('SLOCK_TEST_MEMCACHED_HOST');
$port = (int) getenv('SLOCK_TEST_MEMCACHED_PORT');
$client = fn (int $binary) => sprintf(
    '(function () { $client = new Memcached(); $client->setOption(Memcached::OPT_BINARY_PROTOCOL, %d); '
        .'$client->addServer(%s, %d); return $client; })()',
    $binary,
    var_export($host, true),
    $port,
);
foreach (['5.4', '6.4', '7.4'] as $line) {
    foreach ([['text', 0], ['binary', 1], ['meta', 0], ['meta', 1]] as [$protocol, $binary]) {
        $ours = new MemcachedStore(
            is_native() ? "memcached://$host:$port?protocol=$protocol" : eval("return {$client($binary)};"),
        );
        $what = "$protocol protocol".('meta' === $protocol && $binary ? ', the package binary' : '');
        // These are all that the package can lock.
        $names = [
            "$what, plain" => unique(),
            "$what, 250 bytes" => str_pad(unique(), 250, 'x'),
        ];
        if ('binary' === $protocol) {
            $names['binary protocol, bytes'] = unique("a b/c\t\u{e9}\0");
        }
        exclude_each_other(
            $line,
            $ours,
            "new Symfony\Component\Lock\Store\MemcachedStore({$client($binary)})",
            ['serializable'],
            ['igbinary', 'msgpack', 'memcached'],
            $names,
        );
    }
}
?>
--EXPECT--
ok: 5.4, text protocol, plain name
ok: 5.4, text protocol, 250 bytes name
ok: 5.4, binary protocol, plain name
ok: 5.4, binary protocol, 250 bytes name
ok: 5.4, binary protocol, bytes name
ok: 5.4, meta protocol, plain name
ok: 5.4, meta protocol, 250 bytes name
ok: 5.4, meta protocol, the package binary, plain name
ok: 5.4, meta protocol, the package binary, 250 bytes name
ok: 6.4, text protocol, plain name
ok: 6.4, text protocol, 250 bytes name
ok: 6.4, binary protocol, plain name
ok: 6.4, binary protocol, 250 bytes name
ok: 6.4, binary protocol, bytes name
ok: 6.4, meta protocol, plain name
ok: 6.4, meta protocol, 250 bytes name
ok: 6.4, meta protocol, the package binary, plain name
ok: 6.4, meta protocol, the package binary, 250 bytes name
ok: 7.4, text protocol, plain name
ok: 7.4, text protocol, 250 bytes name
ok: 7.4, binary protocol, plain name
ok: 7.4, binary protocol, 250 bytes name
ok: 7.4, binary protocol, bytes name
ok: 7.4, meta protocol, plain name
ok: 7.4, meta protocol, 250 bytes name
ok: 7.4, meta protocol, the package binary, plain name
ok: 7.4, meta protocol, the package binary, 250 bytes name
