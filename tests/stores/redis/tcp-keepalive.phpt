--TEST--
RedisStore by DSN: with tcp_keepalive the kernel probes an idle connection, without it not
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

/** How many seconds from now the kernel probes our connection to that server, unless something is sent; null: never. */
function next_probe(int $port): ?float
{
    $pattern = sprintf(
        '/^ *\d+: \S+ 0100007F:%04X 01 \S+ (\d\d):([0-9A-F]+) /m', // connected; the timer; hundredths of a second
        $port,
    );
    // The acknowledgement of an answer may be put off, which is a timer as well, of an instant.
    $idle = fn () => preg_match($pattern, file_get_contents('/proc/self/net/tcp'), $timer)
        && ('00' === $timer[1] || hexdec($timer[2]) > 100);
    $found = eventually($idle) && preg_match($pattern, file_get_contents('/proc/self/net/tcp'), $timer);
    check('one connection, and it is idle', $found);

    return $found && '02' === $timer[1] ? hexdec($timer[2]) / 100 : null;
}

foreach (['' => null, '?tcp_keepalive=0' => null, '?tcp_keepalive=1000' => 1000.0] as $parameters => $seconds) {
    group("with \"$parameters\"", function () use ($parameters, $seconds) {
        $server = new OwnRedis();
        $store = new RedisStore($server->dsn().$parameters);
        $store->exists(new Key(unique()));
        $probe = next_probe($server->port);
        null === $seconds ? same('never', null, $probe) : between('seconds', $seconds - 100, $seconds + 1, $probe);
    });
}
?>
--EXPECT--
ok: with ""
ok: with "?tcp_keepalive=0"
ok: with "?tcp_keepalive=1000"
