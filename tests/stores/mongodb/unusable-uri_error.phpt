--TEST--
MongoDbStore: a URI that the driver does not take fails at the first use, as in the package, not in the constructor
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;
use Symfony\Component\Lock\Store\StoreFactory;

ini_set('zend.exception_ignore_args', '0');
ini_set('zend.exception_string_param_max_len', '1000');
function used(string $what, callable $use): void
{
    try {
        $use();
        echo "$what: used\n";
    } catch (Throwable $e) {
        echo "$what: ", chain($e), "\n";
        check("$what: no secret in the text or the trace", !str_contains((string) $e, 'secret'));
    }
}

foreach ([
    'mongodb://user:secret@/db?collection=c',
    'mongodb://user:se:cr@et@localhost/db?collection=c&w=x',
    'mongodb://u:secret@localhost:99999/db?collection=c',
    'mongodb://u:%zzsecret@localhost/db?collection=c',
] as $uri) {
    $store = new MongoDbStore($uri);
    used('save', fn () => $store->save(new Key('unusable')));
}
$uri = 'mongodb://u:secret@localhost/db?collection=c&tlsInsecure=true&tlsAllowInvalidHostnames=true';
$store = StoreFactory::createStore($uri);
$key = new Key('unusable');
used('save', fn () => $store->save($key));
used('exists', fn () => $store->exists($key));
used('putOffExpiration', fn () => $store->putOffExpiration($key, 10));
used('createTtlIndex', fn () => $store->createTtlIndex());
used('acquire', fn () => (new Lock(new Key('unusable'), $store))->acquire());
used('acquire, blocking', fn () => (new Lock(new Key('unusable'), $store))->acquire(true));
unset($store);
used('a second store', fn () => (new MongoDbStore($uri))->save($key));
?>
--EXPECTF--
save: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@/db" cannot be used: %r(Invalid host string in URI|Host list of URI string cannot be empty)%r
ok: save: no secret in the text or the trace
save: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: Password%r( "\*\*\*")?%r must not have unescaped chars. Percent-encode username and password according to RFC 3986
ok: save: no secret in the text or the trace
save: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost:99999/db" cannot be used: Invalid host s%r(tring in URI|pecifier "\*\*\*": Invalid host specifier '\*\*\*': Port number is out-of-range for a 16-bit integer)%r
ok: save: no secret in the text or the trace
save: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db" cannot be used: %r(Incorrect URI escapes in password|Invalid %-encoding in password in URI string)%r
ok: save: no secret in the text or the trace
save: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: save: no secret in the text or the trace
exists: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: exists: no secret in the text or the trace
putOffExpiration: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: putOffExpiration: no secret in the text or the trace
createTtlIndex: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: createTtlIndex: no secret in the text or the trace
acquire: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "unusable" lock. <- Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: acquire: no secret in the text or the trace
acquire, blocking: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "unusable" lock. <- Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: acquire, blocking: no secret in the text or the trace
a second store: Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://***@localhost/db?***" cannot be used: tlsinsecure may not be specified with tlsallowinvalidcertificates, tlsallowinvalidhostnames, tlsdisableocspendpointcheck, or tlsdisablecertificaterevocationcheck
ok: a second store: no secret in the text or the trace
