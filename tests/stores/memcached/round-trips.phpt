--TEST--
MemcachedStore: the commands of each operation, counted at the server
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';
require_once __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

// Who has started a server has forked, and then client objects are asked twice: client-forked.phpt.
if (!isset($argv[1])) {
    $server = new OwnMemcached();
    echo Child::file(__FILE__, 'here', ['igbinary', 'msgpack', 'memcached'], [], [(string) $server->port])->finish();
    exit;
}
$text = new MemcachedText("tcp://127.0.0.1:$argv[1]");
$client = new Memcached();
$client->addServer('127.0.0.1', (int) $argv[1]);
$binary = new Memcached();
$binary->setOption(Memcached::OPT_BINARY_PROTOCOL, true);
$binary->addServer('127.0.0.1', (int) $argv[1]);
foreach ([
    'DSN, binary protocol' => "memcached://127.0.0.1:$argv[1]?binary_protocol=1",
    'DSN, text protocol' => "memcached://127.0.0.1:$argv[1]?binary_protocol=0",
    'client object' => $client,
    'client object, binary protocol' => $binary,
] as $way => $connection) {
    echo "$way\n";
    $store = new MemcachedStore($connection);
    try {
        $store->exists(new Key('connects'));
    } catch (Throwable) {
    }
    $lock = new Lock(new Key('lock'), $store, 60);
    $other = new Lock(new Key('lock'), $store, 60);
    $again = new Lock(new Key('lock'), $store, 60);
    $count = fn (string $what, callable $f) => printf("  %-28s %s\n", $what, memcached_commands_during($text, $f));
    $count('acquire', fn () => $lock->acquire());
    $count('acquire, held by another', fn () => $other->acquire());
    $count('the same once more', fn () => $other->acquire());
    $count('acquire again', fn () => $lock->acquire());
    $count('refresh', fn () => $lock->refresh());
    $count('isAcquired', fn () => $lock->isAcquired());
    $count('isAcquired, another', fn () => $other->isAcquired());
    $count('refresh of another\'s', function () use ($other) {
        try {
            $other->refresh();
        } catch (Exception) {
        }
    });
    $count('release of another\'s', fn () => $other->release());
    $count('release', fn () => $lock->release());
    $count('isAcquired afterwards', fn () => $lock->isAcquired());
    $lock->acquire();
    $count('destructor', function () use (&$lock) {
        $lock = null;
    });
    same('nothing is left in memory', 0, $text->stats()['curr_items']);
}
?>
--EXPECT--
DSN, binary protocol
  acquire                      1 set
  acquire, held by another     1 set
  the same once more           1 get, 1 set
  acquire again                1 get, 2 set, 1 of them cas
  refresh                      1 get, 1 set, 1 of them cas
  isAcquired                   1 get
  isAcquired, another          1 get
  refresh of another's         1 get
  release of another's         1 get
  release                      1 get, 1 delete
  isAcquired afterwards        1 get
  destructor                   1 get, 1 delete
ok: nothing is left in memory
DSN, text protocol
  acquire                      1 set
  acquire, held by another     1 set
  the same once more           1 get, 1 set
  acquire again                1 get, 2 set, 1 of them cas
  refresh                      1 get, 1 set, 1 of them cas
  isAcquired                   1 get
  isAcquired, another          1 get
  refresh of another's         1 get
  release of another's         1 get
  release                      2 get, 1 set, 1 of them cas
  isAcquired afterwards        1 get
  destructor                   2 get, 1 set, 1 of them cas
ok: nothing is left in memory
client object
  acquire                      1 set
  acquire, held by another     1 set
  the same once more           1 get, 1 set
  acquire again                1 get, 2 set, 1 of them cas
  refresh                      1 get, 1 set, 1 of them cas
  isAcquired                   1 get
  isAcquired, another          1 get
  refresh of another's         1 get
  release of another's         1 get
  release                      2 get, 1 set, 1 of them cas
  isAcquired afterwards        1 get
  destructor                   2 get, 1 set, 1 of them cas
ok: nothing is left in memory
client object, binary protocol
  acquire                      1 get, 1 set
  acquire, held by another     1 set
  the same once more           2 get, 1 set, 1 connection
  acquire again                2 get, 2 set, 1 of them cas
  refresh                      2 get, 1 set, 1 of them cas
  isAcquired                   1 get
  isAcquired, another          2 get, 1 connection
  refresh of another's         2 get, 1 connection
  release of another's         2 get, 1 connection
  release                      3 get, 1 set, 1 of them cas
  isAcquired afterwards        2 get, 1 connection
  destructor                   3 get, 1 set, 1 of them cas
ok: nothing is left in memory
