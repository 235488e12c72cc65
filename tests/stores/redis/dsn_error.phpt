--TEST--
RedisStore: DSNs that are refused, with the reason
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Store\RedisStore;

foreach ([
    'redis',
    'redis:',
    'redis://',
    'redis:///',
    'Redis://localhost',
    'localhost:6379',
    'http://localhost',
    'redi://localhost',
    "redis://local\0host",
    'redis://localhost:',
    'redis://localhost:0',
    'redis://localhost:65536',
    'redis://localhost:-1',
    'redis://localhost:abc',
    'redis://:6379',
    'redis://localhost/x',
    'redis://localhost/1/2',
    'redis://localhost/-1',
    'redis://localhost/1x',
    'redis://localhost/9999999999',
    'redis://localhost?dbindex=x',
    'redis://localhost?dbindex=-1',
    'redis://localhost?dbindex=',
    'redis://localhost?dbindex[]=1',
    'redis://localhost?dbindex=1.5',
    'redis://localhost/1?dbindex=2', 'redis:///run/redis.sock/1?dbindex=2', 'redis://localhost/0?dbindex=2',
    'redis:?host=localhost',
    'redis:?host[]',
    'redis:?host[]=a',
    'redis:?host[0]',
    'redis://a//2',
    'redis:?host[a:x]',
    'redis:?host[a:0]',
    'redis:?host[a:99999]',
    'redis:?host[a]&host[b]&dbindex=2',
    'redis://a/1?host[b]',
    'redis:?host[a]&host[b:x]',
    'redis:?host[a]&host[b]&consistent=1',
    'redis:?host[a]&host[b]&distributor=f',
    'redis:?dbindex=1',
    'redis://localhost?auth[a]=b', 'redis://localhost?auth[][]=b', 'redis://localhost?auth[]=a&auth[][]=b',
    'redis://localhost?timeout=x',
    'redis://localhost?timeout=-1',
    'redis://localhost?timeout=NAN',
    'redis://localhost?timeout=INF',
    'redis://localhost?timeout=1e9',
    'redis://localhost?timeout=',
    'redis://localhost?timeout[]=1',
    'redis://localhost?read_timeout=x', 'redis://localhost?read_timeout=-0.1',
    'redis://localhost?tcp_keepalive=x', 'redis://localhost?tcp_keepalive=-1', 'redis://localhost?tcp_keepalive=40000',
    'redis://localhost?persistent=maybe',
    'redis://localhost?persistent[]=1',
    'redis://localhost?persistent_id[]=1',
    'redis://localhost?redis_cluster=perhaps',
    'redis://localhost/1?redis_cluster=1',
    'redis:?redis_cluster=1',
    'redis://localhost?redis_cluster[]=1',
    'redis://localhost?redis_cluster=1&redis_sentinel=m',
    'redis://localhost?redis_cluster=1&sentinel_master=m',
    'redis://localhost?redis_sentinel=',
    'redis://localhost?redis_sentinel[]=m',
    'redis://localhost?sentinel_master=',
    'redis://localhost?redis_sentinel=m&sentinel_master=n',
    'redis:?redis_sentinel=m',
    'redis://localhost?redis_sentinel=m&sentinel_auth[a]=b',
    'redis://a?b=c@d', 'redis://a@b:99999',
] as $dsn) {
    echo str_pad(addcslashes($dsn, "\0"), 44), ' ', outcome(fn () => new RedisStore($dsn)), "\n";
}
foreach ([0, -1, -0.5, NAN, INF, -INF] as $ttl) {
    $made = outcome(fn () => new RedisStore('redis://localhost', $ttl));
    echo str_pad('initial TTL '.var_export($ttl, true), 44), ' ', $made, "\n";
}
foreach ([[], new stdClass()] as $what) {
    echo str_pad(show($what), 44), ' ', outcome(fn () => new RedisStore($what)), "\n";
}
?>
--EXPECT--
redis                                        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it does not start with "redis[s]:" or "valkey[s]:".
redis:                                       Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: missing host.
redis://                                     Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed.
redis:///                                    Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: missing host.
Redis://localhost                            Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it does not start with "redis[s]:" or "valkey[s]:".
localhost:6379                               Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it does not start with "redis[s]:" or "valkey[s]:".
http://localhost                             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it does not start with "redis[s]:" or "valkey[s]:".
redi://localhost                             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it does not start with "redis[s]:" or "valkey[s]:".
redis://local\000host                        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it contains a NUL byte.
redis://localhost:                           object(Symfony\Component\Lock\Store\RedisStore)
redis://localhost:0                          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed.
redis://localhost:65536                      Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed.
redis://localhost:-1                         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed.
redis://localhost:abc                        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed.
redis://:6379                                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed.
redis://localhost/x                          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the database in the path must be a number.
redis://localhost/1/2                        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the database in the path must be a number.
redis://localhost/-1                         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the database in the path must be a number.
redis://localhost/1x                         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the database in the path must be a number.
redis://localhost/9999999999                 Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the database in the path must be a number.
redis://localhost?dbindex=x                  Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "dbindex" must be a number.
redis://localhost?dbindex=-1                 Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "dbindex" must be a number.
redis://localhost?dbindex=                   Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "dbindex" must be a number.
redis://localhost?dbindex[]=1                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "dbindex" must be a number.
redis://localhost?dbindex=1.5                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "dbindex" must be a number.
redis://localhost/1?dbindex=2                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: path and query "dbindex" parameters mismatch.
redis:///run/redis.sock/1?dbindex=2          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: path and query "dbindex" parameters mismatch.
redis://localhost/0?dbindex=2                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: path and query "dbindex" parameters mismatch.
redis:?host=localhost                        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: query parameter "host" must be an array.
redis:?host[]                                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: write host[name], not host[]=name.
redis:?host[]=a                              Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: write host[name], not host[]=name.
redis:?host[0]                               Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: write host[name], not host[]=name.
redis://a//2                                 Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the database in the path must be a number.
redis:?host[a:x]                             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the port of a "host" must be a number from 1 to 65535.
redis:?host[a:0]                             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the port of a "host" must be a number from 1 to 65535.
redis:?host[a:99999]                         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the port of a "host" must be a number from 1 to 65535.
redis:?host[a]&host[b]&dbindex=2             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: several hosts have only the database 0.
redis://a/1?host[b]                          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: several hosts have only the database 0.
redis:?host[a]&host[b:x]                     Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: the port of a "host" must be a number from 1 to 65535.
redis:?host[a]&host[b]&consistent=1          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "consistent" needs a RedisArray object.
redis:?host[a]&host[b]&distributor=f         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "distributor" needs a RedisArray object.
redis:?dbindex=1                             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: missing host.
redis://localhost?auth[a]=b                  Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "auth" must be a password or a list of user and password.
redis://localhost?auth[][]=b                 Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "auth" must be a password or a list of user and password.
redis://localhost?auth[]=a&auth[][]=b        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "auth" must be a password or a list of user and password.
redis://localhost?timeout=x                  Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?timeout=-1                 Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?timeout=NAN                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?timeout=INF                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?timeout=1e9                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?timeout=                   Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?timeout[]=1                Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "timeout" must be a number of seconds from 0 to 86400.
redis://localhost?read_timeout=x             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "read_timeout" must be a number of seconds from 0 to 86400.
redis://localhost?read_timeout=-0.1          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "read_timeout" must be a number of seconds from 0 to 86400.
redis://localhost?tcp_keepalive=x            Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "tcp_keepalive" must be a number of seconds from 0 to 32767.
redis://localhost?tcp_keepalive=-1           Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "tcp_keepalive" must be a number of seconds from 0 to 32767.
redis://localhost?tcp_keepalive=40000        Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "tcp_keepalive" must be a number of seconds from 0 to 32767.
redis://localhost?persistent=maybe           Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "persistent" must be a boolean.
redis://localhost?persistent[]=1             Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "persistent" must be a boolean.
redis://localhost?persistent_id[]=1          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "persistent_id" must be a string.
redis://localhost?redis_cluster=perhaps      Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "redis_cluster" must be a boolean.
redis://localhost/1?redis_cluster=1          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: Redis Cluster has only the database 0.
redis:?redis_cluster=1                       Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: missing host.
redis://localhost?redis_cluster[]=1          Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "redis_cluster" must be a boolean.
redis://localhost?redis_cluster=1&redis_sentinel=m Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: cannot use both "redis_cluster" and "redis_sentinel" at the same time.
redis://localhost?redis_cluster=1&sentinel_master=m Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: cannot use both "redis_cluster" and "redis_sentinel" at the same time.
redis://localhost?redis_sentinel=            Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "redis_sentinel" must be the name of a master.
redis://localhost?redis_sentinel[]=m         Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "redis_sentinel" must be the name of a master.
redis://localhost?sentinel_master=           Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "sentinel_master" must be the name of a master.
redis://localhost?redis_sentinel=m&sentinel_master=n Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: "redis_sentinel" and "sentinel_master" name different masters.
redis:?redis_sentinel=m                      Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: missing host.
redis://localhost?redis_sentinel=m&sentinel_auth[a]=b Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: parameter "sentinel_auth" must be a password or a list of user and password.
redis://a?b=c@d                              Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed. In credentials, write "?" as %3F, "@" as %40.
redis://a@b:99999                            Symfony\Component\Lock\Exception\InvalidArgumentException: Invalid Redis DSN: it cannot be parsed. In credentials, write "?" as %3F, "@" as %40.
initial TTL 0                                Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\RedisStore::__construct()" expects a strictly positive TTL. Got 0.
initial TTL -1                               Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\RedisStore::__construct()" expects a strictly positive TTL. Got -1.
initial TTL -0.5                             Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\RedisStore::__construct()" expects a strictly positive TTL. Got 0.
initial TTL NAN                              Symfony\Component\Lock\Exception\InvalidTtlException: Symfony\Component\Lock\Store\RedisStore::__construct(): $initialTtl must be a finite number of seconds that is not negative, NAN given
initial TTL INF                              Symfony\Component\Lock\Exception\InvalidTtlException: Symfony\Component\Lock\Store\RedisStore::__construct(): $initialTtl must be a finite number of seconds that is not negative, INF given
initial TTL -INF                             Symfony\Component\Lock\Exception\InvalidTtlException: Symfony\Component\Lock\Store\RedisStore::__construct(): $initialTtl must be a finite number of seconds that is not negative, -INF given
[]                                           TypeError: Symfony\Component\Lock\Store\RedisStore::__construct(): Argument #1 ($redis) must be of type object|string, array given
object(stdClass)                             TypeError: Symfony\Component\Lock\Store\RedisStore::__construct(): Argument #1 ($redis) must be of type Redis|Relay\Relay|Relay\Cluster|RedisArray|RedisCluster|Predis\ClientInterface|string, stdClass given
