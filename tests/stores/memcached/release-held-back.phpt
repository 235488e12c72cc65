--TEST--
MemcachedStore: a release that the network holds back, at whichever command, leaves the next owner's lock alone
--EXTENSIONS--
igbinary
msgpack
memcached
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
$client = fn (bool $binary) => sprintf(
    '$client = new Memcached(); $client->setOptions([Memcached::OPT_BINARY_PROTOCOL => %d, '
        .'Memcached::OPT_POLL_TIMEOUT => 15000]); '
        .
    '$client->addServer("127.0.0.1", (int) substr(strrchr($argv[1], ":"), 1)); $way = $client;', $binary);
$ways = [
    'DSN, text' => '$way = "$argv[1]?read_timeout=15&binary_protocol=0";',
    'DSN, meta' => '$way = "$argv[1]?read_timeout=15&protocol=meta";',
    'DSN, binary' => '$way = "$argv[1]?read_timeout=15&protocol=binary";',
    '\Memcached, text' => $client(false),
    '\Memcached, binary' => $client(true),
];
foreach ($ways as $what => $way) {
    foreach (['cas', 'delete', 'the last get'] as $held) {
        group("$what: $held", function () use ($server, $text, $way, $held) {
            $which = match ($held) {
                'cas' => "in_array(\$verb, ['cas', 'set'], true)",
                'delete' => "in_array(\$verb, ['delete', 'md'], true)",
                'the last get' => "in_array(\$verb, ['get', 'gets'], true) && 2 === \$counts[\$verb]",
            };
            [$proxy, $dsn] = between_us($server, 'return null;', "if ($which) { echo \"held\\n\"; fgets(STDIN); }");
            $name = unique();
            $owner = Child::start("$way ".'
                $store = new Symfony\Component\Lock\Store\MemcachedStore($way);
                $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($argv[2]), $store, 2, false);
                echo json_encode($lock->acquire()), "\n";
                echo outcome(fn () => $lock->release()), "\n";
            ', 'here', ['igbinary', 'msgpack', 'memcached'], [], [$dsn, $name]);
            same('acquired', 'true', $owner->hear());
            // Some ways have no such command, and end.
            $stands = 'held' === $proxy->hear(0.7);
            $stands || $owner->finish();
            $next = new Lock(new Key($name), new MemcachedStore($server->dsn()), 60);
            check(
                'another owner gets it, at the latest when it has expired',
                eventually(fn () => $next->acquire(), 10),
            );
            $stands && $proxy->say('go on');
            $owner->finish();
            same('and keeps it', true, $next->isAcquired());
            $proxy->finish();
        });
    }
}
?>
--EXPECT--
ok: DSN, text: cas
ok: DSN, text: delete
ok: DSN, text: the last get
ok: DSN, meta: cas
ok: DSN, meta: delete
ok: DSN, meta: the last get
ok: DSN, binary: cas
ok: DSN, binary: delete
ok: DSN, binary: the last get
ok: \Memcached, text: cas
ok: \Memcached, text: delete
ok: \Memcached, text: the last get
ok: \Memcached, binary: cas
ok: \Memcached, binary: delete
ok: \Memcached, binary: the last get
