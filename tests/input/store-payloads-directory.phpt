--TEST--
An unserialized FlockStore makes no directory, and takes no path that its constructor refuses
--FILE--
<?php
require __DIR__.'/store-payloads.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

group('no directory is made', function () {
    $directory = temporary_directory().'/new';
    $store = unserialize(payload(FlockStore::class, ['lockPath' => $directory]));
    check('not by unserialize()', !file_exists($directory));
    raises(
        'a lock there',
        LockStorageException::class,
        '',
        fn () => $store->save(new Key('r')),
    );
    raises(
        'a NUL byte',
        Exception::class,
        REFUSED,
        fn () => unserialize(payload(FlockStore::class, ['lockPath' => "/tmp\0x"])),
    );
    raises(
        'a wrapper',
        Exception::class,
        REFUSED,
        fn () => unserialize(payload(FlockStore::class, ['lockPath' => 'php://memory'])),
    );
});
?>
--EXPECT--
ok: no directory is made
