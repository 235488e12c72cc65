--TEST--
MemcachedStore: DSNs that are refused, and what they are refused with
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('own memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\StoreFactory;

own_servers('MEMCACHED');
foreach ([
    '', 'memcached', 'memcache:', 'redis://localhost', 'Memcached://localhost', ' memcached://localhost',
    'memcached:',
    'memcached://',
    'memcached:?',
    'memcached://?a=b',
    'memcached:?timeout=1',
    'memcached://user:secret@',
    'memcached:///7',
    'memcached:localhost',
    'memcached:localhost:11211',
    'memcached:relative/path',
    'memcached://localhost:0',
    'memcached://localhost:65536',
    'memcached://localhost:port',
    'memcached://localhost:-1',
    "memcached://local\0host",
    'memcached:?host=localhost',
    'memcached:?host[]=1',
    'memcached:?host[:11211]',
    'memcached:?host[a:0]',
    'memcached:?host[a:65536]',
    'memcached:?host[a:b]',
    'memcached:?host[a:]',
    'memcached:?host[/run/a.sock:x]',
    'memcached:?host[a]=-1',
    'memcached:?host[a]=heavy',
    'memcached:?host[a]=1.5',
    'memcached:?host[a][b]=1',
    'memcached:?host[a]=99999999999', 'memcached://a/99999999999', 'memcached://a?host=b',
    'memcached://a?binary_protocol=yes',
    'memcached://a?binary_protocol=2',
    'memcached://a?binary_protocol[]=1',
    'memcached://a?BINARY_PROTOCOL=x',
    'memcached://user:secret@a?binary_protocol=0',
    'memcached://:secret@a?binary_protocol=0',
    'memcached://user:secret@a?protocol=meta',
    'memcached://a?protocol=ascii',
    'memcached://a?protocol[]=meta',
    'memcached://a?protocol=meta&binary_protocol=1',
    'memcached://a?binary_protocol=0&protocol=binary',
    'memcached://us%00er:secret@a',
    'memcached://user:sec%00ret@a',
    'memcached://user?x=secret@a',
    'memcached://a?libketama_compatible=true',
    'memcached://a?libketama_hash=off',
    'memcached://a?sort_hosts=-1',
    'memcached://a?hash_with_prefix_key=on',
    'memcached://a?hash=sha1',
    'memcached://a?hash[]=md5',
    'memcached://a?distribution=random',
    'memcached://a?distribution[x]=modula',
    'memcached://a?prefix_key=a%20b',
    'memcached://a?prefix_key=%0a',
    'memcached://a?prefix_key=%c3%a9',
    'memcached://a?prefix_key[]=a',
    'memcached://a?prefix_key='.str_repeat('p', 181),
    'memcached://a?timeout=soon',
    'memcached://a?timeout=-1',
    'memcached://a?timeout[]=1',
    'memcached://a?timeout=86401',
    'memcached://a?read_timeout=NAN',
    'memcached://a?read_timeout=1e99',
    'memcached://a?connect_timeout=-1',
    'memcached://a?connect_timeout=1.5',
    'memcached://a?poll_timeout=86400001',
    'memcached://a?poll_timeout[]=1',
    'memcached://a?persistent=perhaps', 'memcached://a?persistent[]=1', 'memcached://a?persistent_id[]=1',
] as $dsn) {
    try {
        new MemcachedStore($dsn);
        echo 'FAIL: ', show($dsn), " is taken\n";
    } catch (InvalidArgumentException $e) {
        check($e->getMessage(), !str_contains($e->getMessage(), 'secret'));
        if (InvalidArgumentException::class !== $e::class || str_contains($e->getTraceAsString(), 'secret')) {
            echo 'FAIL: ', $e, "\n";
        }
        printf("    %s\n", strlen($dsn) > 60 ? substr($dsn, 0, 60).'...' : addcslashes($dsn, "\0"));
    }
}
raises('an array', TypeError::class, 'must be of type', fn () => new MemcachedStore([]));
raises(
    'another object',
    TypeError::class,
    'must be of type Memcached|string, stdClass given',
    fn () => new MemcachedStore(new stdClass()),
);
raises(
    'constructed twice',
    Error::class,
    'Cannot construct a Symfony\Component\Lock\Store\MemcachedStore twice',
    fn () => (new MemcachedStore('memcached://a'))->__construct('memcached://b'),
);
same('isSupported()', true, MemcachedStore::isSupported());

// Taken; nothing is connected before the first operation.
$host = getenv('SLOCK_TEST_MEMCACHED_HOST').':'.getenv('SLOCK_TEST_MEMCACHED_PORT');
foreach ([
    "memcached://$host",
    "memcached://$host/",
    "memcached://$host/5",
    "memcached://$host?weight=heavy",
    "memcached:?host[$host]",
    "memcached:?host[$host]=",
    "memcached://$host?timeout=0&read_timeout=0.5",
    "memcached://$host?connect_timeout=1000&poll_timeout=0",
    "memcached://$host?persistent=1",
    "memcached://$host?persistent_id=x",
    "memcached://$host?serializer=igbinary&compression=1&no_block=1&tcp_nodelay=1&whatever[]=1",
    "memcached://$host?noreply=1&buffer_writes=1&use_udp=1&number_of_replicas=1&remove_failed_servers=1",
    "memcached://$host?binary_protocol=0&prefix_key=p:",
    "memcached://localhost:".getenv('SLOCK_TEST_MEMCACHED_PORT'),
    "memcached://user:p%40ss@$host",
] as $dsn) {
    group(
        str_replace($host, 'HOST', strtr($dsn, [':'.getenv('SLOCK_TEST_MEMCACHED_PORT') => ':PORT'])),
        function () use ($dsn) {
            foreach ([new MemcachedStore($dsn), StoreFactory::createStore($dsn)] as $store) {
                same('class', MemcachedStore::class, $store::class);
                $store->save($key = new Symfony\Component\Lock\Key(unique()));
                same('exists', true, $store->exists($key));
                $store->delete($key);
                same('deleted', false, $store->exists($key));
            }
        },
    );
}
?>
--EXPECT--
ok: Invalid Memcached DSN: it does not start with "memcached:".
    
ok: Invalid Memcached DSN: it does not start with "memcached:".
    memcached
ok: Invalid Memcached DSN: it does not start with "memcached:".
    memcache:
ok: Invalid Memcached DSN: it does not start with "memcached:".
    redis://localhost
ok: Invalid Memcached DSN: it does not start with "memcached:".
    Memcached://localhost
ok: Invalid Memcached DSN: it does not start with "memcached:".
     memcached://localhost
ok: Invalid Memcached DSN: missing host or path.
    memcached:
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://
ok: Invalid Memcached DSN: missing host or path.
    memcached:?
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://?a=b
ok: Invalid Memcached DSN: missing host or path.
    memcached:?timeout=1
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://user:secret@
ok: Invalid Memcached DSN: missing host or path.
    memcached:///7
ok: Invalid Memcached DSN: a host comes after two slashes, and a path begins with one.
    memcached:localhost
ok: Invalid Memcached DSN: a host comes after two slashes, and a path begins with one.
    memcached:localhost:11211
ok: Invalid Memcached DSN: a host comes after two slashes, and a path begins with one.
    memcached:relative/path
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://localhost:0
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://localhost:65536
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://localhost:port
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://localhost:-1
ok: Invalid Memcached DSN: it contains a NUL byte.
    memcached://local\000host
ok: Invalid Memcached DSN: query parameter "host" must be an array.
    memcached:?host=localhost
ok: Invalid Memcached DSN: missing host: it is the key, as in "host[name]".
    memcached:?host[]=1
ok: Invalid Memcached DSN: missing host.
    memcached:?host[:11211]
ok: Invalid Memcached DSN: the port of a "host" must be a number from 1 to 65535.
    memcached:?host[a:0]
ok: Invalid Memcached DSN: the port of a "host" must be a number from 1 to 65535.
    memcached:?host[a:65536]
ok: Invalid Memcached DSN: the port of a "host" must be a number from 1 to 65535.
    memcached:?host[a:b]
ok: Invalid Memcached DSN: the port of a "host" must be a number from 1 to 65535.
    memcached:?host[a:]
ok: Invalid Memcached DSN: the port of a "host" must be a number from 1 to 65535.
    memcached:?host[/run/a.sock:x]
ok: Invalid Memcached DSN: the weight of a "host" must be a number.
    memcached:?host[a]=-1
ok: Invalid Memcached DSN: the weight of a "host" must be a number.
    memcached:?host[a]=heavy
ok: Invalid Memcached DSN: the weight of a "host" must be a number.
    memcached:?host[a]=1.5
ok: Invalid Memcached DSN: the weight of a "host" must be a number.
    memcached:?host[a][b]=1
ok: Invalid Memcached DSN: the weight of a "host" must be a number.
    memcached:?host[a]=99999999999
ok: Invalid Memcached DSN: the weight is too large.
    memcached://a/99999999999
ok: Invalid Memcached DSN: query parameter "host" must be an array.
    memcached://a?host=b
ok: Invalid Memcached DSN: parameter "binary_protocol" must be 0 or 1.
    memcached://a?binary_protocol=yes
ok: Invalid Memcached DSN: parameter "binary_protocol" must be 0 or 1.
    memcached://a?binary_protocol=2
ok: Invalid Memcached DSN: parameter "binary_protocol" must be 0 or 1.
    memcached://a?binary_protocol[]=1
ok: Invalid Memcached DSN: parameter "binary_protocol" must be 0 or 1.
    memcached://a?BINARY_PROTOCOL=x
ok: Invalid Memcached DSN: a user and a password need the binary protocol, and it says binary_protocol=0.
    memcached://user:secret@a?binary_protocol=0
ok: Invalid Memcached DSN: a user and a password need the binary protocol, and it says binary_protocol=0.
    memcached://:secret@a?binary_protocol=0
ok: Invalid Memcached DSN: a user and a password need the binary protocol, and it says protocol=meta.
    memcached://user:secret@a?protocol=meta
ok: Invalid Memcached DSN: parameter "protocol" must be auto, meta, text or binary.
    memcached://a?protocol=ascii
ok: Invalid Memcached DSN: parameter "protocol" must be auto, meta, text or binary.
    memcached://a?protocol[]=meta
ok: Invalid Memcached DSN: the parameters "protocol" and "binary_protocol" contradict each other.
    memcached://a?protocol=meta&binary_protocol=1
ok: Invalid Memcached DSN: the parameters "protocol" and "binary_protocol" contradict each other.
    memcached://a?binary_protocol=0&protocol=binary
ok: Invalid Memcached DSN: the user or the password contains a NUL byte.
    memcached://us%00er:secret@a
ok: Invalid Memcached DSN: the user or the password contains a NUL byte.
    memcached://user:sec%00ret@a
ok: Invalid Memcached DSN: it cannot be parsed.
    memcached://user?x=secret@a
ok: Invalid Memcached DSN: parameter "libketama_compatible" must be 0 or 1.
    memcached://a?libketama_compatible=true
ok: Invalid Memcached DSN: parameter "libketama_hash" must be 0 or 1.
    memcached://a?libketama_hash=off
ok: Invalid Memcached DSN: parameter "sort_hosts" must be 0 or 1.
    memcached://a?sort_hosts=-1
ok: Invalid Memcached DSN: parameter "hash_with_prefix_key" must be 0 or 1.
    memcached://a?hash_with_prefix_key=on
ok: Invalid Memcached DSN: parameter "hash" has an unknown value.
    memcached://a?hash=sha1
ok: Invalid Memcached DSN: parameter "hash" has an unknown value.
    memcached://a?hash[]=md5
ok: Invalid Memcached DSN: parameter "distribution" has an unknown value.
    memcached://a?distribution=random
ok: Invalid Memcached DSN: parameter "distribution" has an unknown value.
    memcached://a?distribution[x]=modula
ok: Invalid Memcached DSN: parameter "prefix_key" must consist of printable ASCII characters without spaces.
    memcached://a?prefix_key=a%20b
ok: Invalid Memcached DSN: parameter "prefix_key" must consist of printable ASCII characters without spaces.
    memcached://a?prefix_key=%0a
ok: Invalid Memcached DSN: parameter "prefix_key" must consist of printable ASCII characters without spaces.
    memcached://a?prefix_key=%c3%a9
ok: Invalid Memcached DSN: parameter "prefix_key" must be a string of at most 180 characters.
    memcached://a?prefix_key[]=a
ok: Invalid Memcached DSN: parameter "prefix_key" must be a string of at most 180 characters.
    memcached://a?prefix_key=ppppppppppppppppppppppppppppppppppp...
ok: Invalid Memcached DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
    memcached://a?timeout=soon
ok: Invalid Memcached DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
    memcached://a?timeout=-1
ok: Invalid Memcached DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
    memcached://a?timeout[]=1
ok: Invalid Memcached DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
    memcached://a?timeout=86401
ok: Invalid Memcached DSN: parameter "read_timeout" must be a number of seconds from 0 to 86400.
    memcached://a?read_timeout=NAN
ok: Invalid Memcached DSN: parameter "read_timeout" must be a number of seconds from 0 to 86400.
    memcached://a?read_timeout=1e99
ok: Invalid Memcached DSN: parameter "connect_timeout" must be a number of milliseconds from 0 to 86400000.
    memcached://a?connect_timeout=-1
ok: Invalid Memcached DSN: parameter "connect_timeout" must be a number of milliseconds from 0 to 86400000.
    memcached://a?connect_timeout=1.5
ok: Invalid Memcached DSN: parameter "poll_timeout" must be a number of milliseconds from 0 to 86400000.
    memcached://a?poll_timeout=86400001
ok: Invalid Memcached DSN: parameter "poll_timeout" must be a number of milliseconds from 0 to 86400000.
    memcached://a?poll_timeout[]=1
ok: Invalid Memcached DSN: parameter "persistent" must be a boolean.
    memcached://a?persistent=perhaps
ok: Invalid Memcached DSN: parameter "persistent" must be a boolean.
    memcached://a?persistent[]=1
ok: Invalid Memcached DSN: parameter "persistent_id" must be a string.
    memcached://a?persistent_id[]=1
ok: an array
ok: another object
ok: constructed twice
ok: isSupported()
ok: memcached://127.0.0.1:PORT
ok: memcached://127.0.0.1:PORT/
ok: memcached://127.0.0.1:PORT/5
ok: memcached://127.0.0.1:PORT?weight=heavy
ok: memcached:?host[127.0.0.1:PORT]
ok: memcached:?host[127.0.0.1:PORT]=
ok: memcached://127.0.0.1:PORT?timeout=0&read_timeout=0.5
ok: memcached://127.0.0.1:PORT?connect_timeout=1000&poll_timeout=0
ok: memcached://127.0.0.1:PORT?persistent=1
ok: memcached://127.0.0.1:PORT?persistent_id=x
ok: memcached://127.0.0.1:PORT?serializer=igbinary&compression=1&no_block=1&tcp_nodelay=1&whatever[]=1
ok: memcached://127.0.0.1:PORT?noreply=1&buffer_writes=1&use_udp=1&number_of_replicas=1&remove_failed_servers=1
ok: memcached://127.0.0.1:PORT?binary_protocol=0&prefix_key=p:
ok: memcached://localhost:PORT
ok: memcached://user:p%40ss@127.0.0.1:PORT
