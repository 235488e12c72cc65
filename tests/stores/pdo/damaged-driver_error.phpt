--TEST--
PdoStore: what stands before the first colon of a damaged DSN is shown nowhere, unless it is a driver's name
--EXTENSIONS--
pdo
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=200
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['user/sesame@host:port', 'sesame@host:1/db', 'u-sesame:more@host', 'my/sesame:u@h:x'] as $dsn) {
    $e = raises(
        'the driver',
        LockStorageException::class,
        'could not find driver [***:]',
        fn () => (new PdoStore($dsn))->save(new Key('r')),
    );
    check('in no trace', !str_contains($e.print_r($e?->getPrevious()?->getTrace(), true), 'sesame'), (string) $e);
}
?>
--EXPECT--
ok: the driver
ok: in no trace
ok: the driver
ok: in no trace
ok: the driver
ok: in no trace
ok: the driver
ok: in no trace
