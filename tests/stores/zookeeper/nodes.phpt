--TEST--
ZookeeperStore: names, data and rights of the nodes are those of the PHP package
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\ZookeeperStore;

$server = new OwnZookeeper();
$wire = $server->wire();
$store = new ZookeeperStore($server->dsn());
$names = [
    'plain' => ['order', 'order'],
    'with a slash' => ['foo/bar', 'foo-bar-'.sha1('foo/bar')],
    'with a slash in front' => ['/foo/bar', '-foo-bar-'.sha1('/foo/bar')],
    'one slash' => ['/', '--'.sha1('/')],
    'empty' => ['', sha1('')],
    'UTF-8' => ["\u{e9}t\u{e9}", "\u{e9}t\u{e9}"],
    // What follows no server takes, so the package cannot lock it.
    'a NUL byte' => ["a\0b", sha1("a\0b")],
    'a control character' => ["a/b\n", sha1("a/b\n")],
    'beyond the basic plane' => ["\u{1F512}", sha1("\u{1F512}")],
    'not UTF-8' => ["\xff", sha1("\xff")],
    'one dot' => ['.', sha1('.')],
    'two dots' => ['..', sha1('..')],
    'the name of its own node' => ['zookeeper', sha1('zookeeper')],
    'two million bytes' => [$long = str_repeat('x', 2_000_000), sha1($long)],
];
foreach ($names as $what => [$resource, $node]) {
    group($what, function () use ($store, $wire, $resource, $node) {
        $store->save($key = new Key($resource));
        same('the only node', [$node], array_values(array_diff($wire->children(), ['zookeeper'])));
        [$data, $stat] = $wire->get("/$node");
        same('token', $key->getState($store::class), $data);
        check('32 bytes', 32 === strlen((string) base64_decode($data, true)));
        check('ephemeral', 0 !== $stat['owner']);
        same('rights', [31, 'world', 'anyone'], $wire->acl("/$node"));
        $store->delete($key);
        same('gone', ['zookeeper'], $wire->children());
    });
}
group('a long name', function () use ($store, $wire) {
    $store->save($key = new Key($resource = str_repeat('long', 60_000)));
    same('as it is', [$resource], array_values(array_diff($wire->children(), ['zookeeper'])));
    $store->delete($key);
});
group('the session ends with its store', function () use ($server, $wire) {
    $store = new ZookeeperStore($server->dsn('?session_timeout=60'));
    $store->save(new Key('kept'));
    same('there', true, in_array('kept', $wire->children(), true));
    unset($store);
    check('gone with it', eventually(fn () => !in_array('kept', $wire->children(), true), 3));
});
?>
--EXPECT--
ok: plain
ok: with a slash
ok: with a slash in front
ok: one slash
ok: empty
ok: UTF-8
ok: a NUL byte
ok: a control character
ok: beyond the basic plane
ok: not UTF-8
ok: one dot
ok: two dots
ok: the name of its own node
ok: two million bytes
ok: a long name
ok: the session ends with its store
