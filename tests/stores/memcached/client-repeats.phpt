--TEST--
MemcachedStore through \Memcached: when the extension repeats an add whose answer was lost, the lock is its own
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';
require_once __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

/** A server that does the first add and loses its answer; the rest is as it should be. */
$server = Child::start(<<<'CODE'
    $listening = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listening, false), "\n";
    for ([$value, $version] = [null, 7]; $connection = @stream_socket_accept($listening, 20);) {
        while (false !== $line = fgets($connection)) {
            if (str_starts_with($line, 'add ')) {
                $given = rtrim(fgets($connection));
                if (null === $value) {
                    $value = $given;
                    continue 2;
                }
                fwrite($connection, "NOT_STORED\r\n");
            } elseif (str_starts_with($line, 'gets ')) {
                [, $key] = explode(' ', rtrim($line));
                fwrite($connection, "VALUE $key 0 ".strlen($value)." $version\r\n$value\r\nEND\r\n");
            } elseif (str_starts_with($line, 'cas ')) {
                $value = rtrim(fgets($connection));
                ++$version;
                fwrite($connection, "STORED\r\n");
            }
        }
    }
    CODE);
$client = new Memcached();
$client->setOptions([Memcached::OPT_STORE_RETRY_COUNT => 2, Memcached::OPT_POLL_TIMEOUT => 10000]);
$client->addServer('127.0.0.1', (int) explode(':', $server->hear())[1]);
$lock = new Lock(new Key('name'), new MemcachedStore($client), 60, false);
same('acquired', true, $lock->acquire());
same('held', true, $lock->isAcquired());
?>
--EXPECT--
ok: acquired
ok: held
