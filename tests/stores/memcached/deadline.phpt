--TEST--
MemcachedStore: acquire(true, T) ends at T whatever the server does, with an error where no answer came, and is right afterwards
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need(); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

function client(string $address, bool $binary): Memcached
{
    $client = new Memcached();
    $client->setOptions([
        Memcached::OPT_BINARY_PROTOCOL => $binary,
        Memcached::OPT_POLL_TIMEOUT => 8000,
        Memcached::OPT_CONNECT_TIMEOUT => 9000,
        Memcached::OPT_RETRY_TIMEOUT => 0,
    ]);
    [$host, $port] = explode(':', $address);
    $client->addServer($host, (int) $port);

    return $client;
}

$ways = [
    'auto' => fn (string $address) => "memcached://$address?read_timeout=8&timeout=8",
    'binary' => fn (string $address) => "memcached://$address?read_timeout=8&timeout=8&protocol=binary",
    'text' => fn (string $address) => "memcached://$address?read_timeout=8&timeout=8&binary_protocol=0",
    'meta' => fn (string $address) => "memcached://$address?read_timeout=8&timeout=8&protocol=meta",
    'SASL' => fn (string $address) => "memcached://user:password@$address?read_timeout=8&timeout=8",
    '\Memcached, text' => fn (string $address) => client($address, false),
    '\Memcached, binary' => fn (string $address) => client($address, true),
];
$fails = function (string $what, Lock $lock, float $timeout) {
    $took = seconds(function () use ($what, $lock, $timeout) {
        try {
            check($what, false, 'no exception but '.show($lock->acquire(true, $timeout)));
        } catch (LockAcquiringException $e) {
            check($what, true);
        }
    });
    // The client's own limit is 8 s.
    between("$what: seconds", 0, $timeout + 3, $took);
};
$server = new FuzzServer("require '".__DIR__."/../../inc/fuzz-memcached.inc';");
$full = new FullQueue();
foreach ($ways as $what => $way) {
    group($what, function () use ($what, $way, $fails, $server, $full) {
        $fails('nobody accepts', new Lock(new Key(unique()), new MemcachedStore($way($full->address)), 30, false), 0.3);
        $store = new MemcachedStore($connection = $way("127.0.0.1:$server->port"));
        foreach (['part 0', 'part 1', 'part 5', 'late 0.8'] as $mode) {
            $server->round(1, $mode);
            $fails("$mode, a new connection", new Lock(new Key(unique()), $store, 30, false), 0.3);
            $server->round(1, 'honest');
            $lock = new Lock(new Key(unique()), $store, 30);
            same("$mode: acquired afterwards", true, $lock->acquire());
            $server->round(1, $mode);
            $fails("$mode, an open connection", new Lock(new Key(unique()), $store, 30, false), 0.3);
            $server->round(1, 'honest');
            // Until the answer is there that nobody waits for any more.
            str_starts_with($mode, 'late') && usleep(900_000);
            same("$mode: held afterwards", true, $lock->isAcquired());
            same("$mode: another owner's", false, (new Lock(new Key((string) unique()), $store, 30))->isAcquired());
            $lock->release();
            same("$mode: released afterwards", false, $lock->isAcquired());
        }
        // Refused by an answer.
        $server->round(1, 'held');
        same('refused', false, (new Lock(new Key(unique()), $store, 30))->acquire(true, 0.2));
        if ($connection instanceof Memcached) {
            same(
                'its limits are what they were',
                [8000, 9000],
                [
                    $connection->getOption(Memcached::OPT_POLL_TIMEOUT),
                    $connection->getOption(Memcached::OPT_CONNECT_TIMEOUT),
                ],
            );
        }
    });
}
echo $server->stop();
?>
--EXPECT--
ok: auto
ok: binary
ok: text
ok: meta
ok: SASL
ok: \Memcached, text
ok: \Memcached, binary
