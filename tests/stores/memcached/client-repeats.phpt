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

/**
 * A lock of a client of a server that does an add and loses its answer, behind so many that another owner is in the way
 * of, who has gone when it is looked at.
 */
function lock_behind(int $refused): Lock
{
    static $servers = [];
    $servers[] = $server = Child::start(
        <<<'CODE'
            $listening = stream_socket_server('tcp://127.0.0.1:0');
            echo stream_socket_get_name($listening, false), "\n";
            [$value, $version, $refused] = [null, 7, (int) $argv[1]];
            while ($connection = @stream_socket_accept($listening, 20)) {
                while (false !== $line = fgets($connection)) {
                    if (str_starts_with($line, 'add ')) {
                        $given = rtrim(fgets($connection));
                        if (null === $value && !$refused) {
                            $value = $given;
                            continue 2;
                        }
                        fwrite($connection, "NOT_STORED\r\n");
                        $refused = max(0, $refused - 1);
                    } elseif (str_starts_with($line, 'gets ')) {
                        [, $key] = explode(' ', rtrim($line));
                        $found = null === $value ? '' : "VALUE $key 0 ".strlen($value)." $version\r\n$value\r\n";
                        fwrite($connection, $found."END\r\n");
                    } elseif (str_starts_with($line, 'cas ')) {
                        $value = rtrim(fgets($connection));
                        ++$version;
                        fwrite($connection, "STORED\r\n");
                    }
                }
            }
            CODE,
        'here',
        [],
        [],
        [(string) $refused],
    );
    $client = new Memcached();
    $client->setOptions([Memcached::OPT_STORE_RETRY_COUNT => 2, Memcached::OPT_POLL_TIMEOUT => 10000]);
    $client->addServer('127.0.0.1', (int) explode(':', $server->hear())[1]);

    return new Lock(new Key('name'), new MemcachedStore($client), 60, false);
}

foreach ([0 => 'the first one', 1 => 'the one after that of another owner'] as $refused => $which) {
    $lock = lock_behind($refused);
    same("acquired, $which", true, $lock->acquire());
    same('held', true, $lock->isAcquired());
}
?>
--EXPECT--
ok: acquired, the first one
ok: held
ok: acquired, the one after that of another owner
ok: held
