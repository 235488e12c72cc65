--TEST--
MongoDbStore: a URI whose option has a value that the driver does not take: the option is named, the value is not
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

$uri = 'mongodb://u:secret@localhost/db?collection=c&';
$save = fn (string $query) => (new MongoDbStore($uri.$query))->save(new Key('r'));
foreach ([
    'tls=tru' => 'Unsupported value for "tls": "***"',
    'connecttimeoutms=secret' => 'Unsupported value for "connecttimeoutms": "***"',
    'w=majority&journal=sec"ret' => 'Unsupported value for "journal": "***"',
    'replicaset=' => 'Value for URI option "replicaset" cannot be empty string',
    'secret' => '"***"',
    'tls' => 'URI option "tls"',
] as $query => $part) {
    $e = raises($query, LockStorageException::class, $part, fn () => $save($query));
    same('no secret', false, (bool) preg_match('/secret|sec"|tru/', (string) $e?->getMessage()));
}
?>
--EXPECT--
ok: tls=tru
ok: no secret
ok: connecttimeoutms=secret
ok: no secret
ok: w=majority&journal=sec"ret
ok: no secret
ok: replicaset=
ok: no secret
ok: secret
ok: no secret
ok: tls
ok: no secret
