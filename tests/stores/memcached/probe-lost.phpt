--TEST--
MemcachedStore by DSN: a connection that is cut or refused while the server is asked for its protocols decides nothing about these
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/memcached-proxy.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
/** A proxy that cuts as many connections when they ask for meta commands, and counts requests over the binary one. */
$cuts = fn (int $count): array => between_us(
    $server,
    "return 'mg' === \$verb && \$count <= $count ? false : null;",
    '"\x80" === $request[0] && $counts["binary"] = ($counts["binary"] ?? 0) + 1;',
);

group('cut once', function () use ($cuts) {
    [$proxy, $dsn] = $cuts(1);
    $lock = new Lock(new Key('cut-once'), new MemcachedStore($dsn), 1.5, false);
    same('acquired', true, $lock->acquire());
    $keep = new KeepAlive($lock);
    sleep(4);
    same('kept alive while PHP slept', [false, true], [$keep->isLost(), $lock->isAcquired()]);
    $lock->release();
    $proxy->say('stop');
    $counts = json_decode($proxy->hear(), true);
    same('over the binary protocol', 0, $counts['binary'] ?? 0);
});

group('cut each time', function () use ($cuts) {
    [$proxy, $dsn] = $cuts(1000);
    $lock = new Lock(new Key('cut-each'), new MemcachedStore($dsn), 60, false);
    same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    $lock->release();
    $proxy->say('stop');
    $counts = json_decode($proxy->hear(), true);
    same('asked twice', 2, $counts['mg']);
    check('over the binary protocol', ($counts['binary'] ?? 0) >= 3);
});

group('too many connections', function () {
    $full = new OwnMemcached('-c', '32');
    $open = [];
    $refused = function () use ($full, &$open): bool {
        $open[] = $socket = stream_socket_client("tcp://127.0.0.1:$full->port");
        stream_set_timeout($socket, 0, 200_000);

        return str_contains((string) fgets($socket), 'Too many open connections');
    };
    check('the server is full', eventually($refused, 10));
    foreach (['' => 'without a protocol', '?protocol=auto' => 'auto', '?protocol=meta' => 'meta'] as $query => $how) {
        raises(
            $how,
            LockStorageException::class,
            'ERROR Too many open connections',
            fn () => (new MemcachedStore($full->dsn($query)))->exists(new Key('any')),
        );
    }
    $open = [];
    $works = function () use ($full): bool {
        try {
            (new MemcachedStore($full->dsn()))->save(new Key('any'));

            return true;
        } catch (LockStorageException) {
            return false;
        }
    };
    check('there is room again', eventually($works, 10));
});
?>
--EXPECT--
ok: cut once
ok: cut each time
ok: too many connections
