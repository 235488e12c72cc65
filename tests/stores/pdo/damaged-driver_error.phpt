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
    // Our own closure in it has the DSN; as JSON it has nothing.
    $traces = json_encode([$e?->getTrace(), $e?->getPrevious()?->getTrace()], JSON_THROW_ON_ERROR);
    check('in no trace', !str_contains($e.$traces, 'sesame'), (string) $e);
    check('but PDO is in one', str_contains($traces, '"class":"PDO"'));
}
?>
--EXPECT--
ok: the driver
ok: in no trace
ok: but PDO is in one
ok: the driver
ok: in no trace
ok: but PDO is in one
ok: the driver
ok: in no trace
ok: but PDO is in one
ok: the driver
ok: in no trace
ok: but PDO is in one
