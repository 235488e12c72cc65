--TEST--
DSNs with credentials where the host is to stand are refused, and never shown
--EXTENSIONS--
pdo
pdo_pgsql
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;

const SECRET = 'sesame-open';
foreach ([
    ['redis://u:%s%%40127.0.0.1:1', RedisStore::class],
    ['redis://%s%%40127.0.0.1:1', null],
    ['pgsql:host=u:%s@127.0.0.1;port=1', PostgreSqlStore::class],
    ['pgsql+advisory:host=localhost,u:%s@127.0.0.1;port=1', null],
] as [$format, $class]) {
    $dsn = sprintf($format, SECRET);
    try {
        $class ? new $class($dsn) : StoreFactory::createStore($dsn);
        check("$format is refused", false);
    } catch (Throwable $e) {
        check("$format: the class", $e instanceof InvalidArgumentException, chain($e));
        check("$format: the secret", !str_contains($e->getMessage(), SECRET));
    }
}

// An abstract socket.
try {
    (new PostgreSqlStore('pgsql:host=@nobody,@there;port=1'))->save(new Key('x'));
} catch (Exception $e) {
    echo get_class($e), "\n";
}
?>
--EXPECT--
ok: redis://u:%s%%40127.0.0.1:1: the class
ok: redis://u:%s%%40127.0.0.1:1: the secret
ok: redis://%s%%40127.0.0.1:1: the class
ok: redis://%s%%40127.0.0.1:1: the secret
ok: pgsql:host=u:%s@127.0.0.1;port=1: the class
ok: pgsql:host=u:%s@127.0.0.1;port=1: the secret
ok: pgsql+advisory:host=localhost,u:%s@127.0.0.1;port=1: the class
ok: pgsql+advisory:host=localhost,u:%s@127.0.0.1;port=1: the secret
Symfony\Component\Lock\Exception\LockStorageException
