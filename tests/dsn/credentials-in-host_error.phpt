--TEST--
DSNs with credentials where the host is to stand are refused, and never shown
--EXTENSIONS--
pdo
pdo_mysql
pdo_pgsql
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;

const SECRET = 'sesame-open';
foreach ([
    ['redis://u:%s%%40127.0.0.1:1', RedisStore::class],
    ['redis://%s%%40127.0.0.1:1', null],
    ['redis://u:%s%%2540127.0.0.1:1', RedisStore::class],
    ['redis:?host[u:%s%%40127.0.0.1:1]&host[localhost:2]', RedisStore::class],
    ['redis:?host[u:%s%%40127.0.0.1:1]&redis_sentinel=main', RedisStore::class],
    ['redis:?host[u:%s%%40127.0.0.1:1]&redis_cluster=1', RedisStore::class],
    ['memcached://u:%s%%40127.0.0.1:1', null],
    ['memcached:?host[u:%s%%40127.0.0.1:1]', null],
    ['memcached:?host[u:%s@127.0.0.1:1]', null],
    ['pgsql:host=u:%s@127.0.0.1;port=1', PostgreSqlStore::class],
    ['pgsql:host=u:%s%%40127.0.0.1;port=1', PostgreSqlStore::class],
    ['pgsql:hostaddr=u:%s@127.0.0.1;port=1', PostgreSqlStore::class],
    ['pgsql+advisory:host=localhost,u:%s@127.0.0.1;port=1', null],
    ['pgsql+advisory://u:%s%%40127.0.0.1:1/x', null],
    ['pgsql+advisory://127.0.0.1:1/x?hostaddr=u:%s@127.0.0.1', null],
    ['mysql+advisory:host=u:%s@127.0.0.1;port=1', null],
    ['mysql+advisory://u:%s%%40127.0.0.1:1/x', null],
    ['mysql://u:%s%%40127.0.0.1:1/x', PdoStore::class],
    ['mysql:host=u:%s@127.0.0.1;port=1', PdoStore::class],
    ['pgsql:host=u:%s@127.0.0.1;port=1', PdoStore::class],
    ['zookeeper://u:%s%%40127.0.0.1:1', null],
    ['mongodb://u:%s%%40127.0.0.1:1/x?collection=y', null],
] as [$format, $class]) {
    $dsn = sprintf($format, SECRET);
    try {
        ($class ? new $class($dsn) : StoreFactory::createStore($dsn))->save(new Key('x'));
        check("$format is refused", false);
    } catch (Throwable $e) {
        // What \PDO and libmongoc read they refuse when they are used.
        $read = PdoStore::class === $class || str_starts_with($dsn, 'mongodb:');
        $right = $e instanceof ($read ? ExceptionInterface::class : InvalidArgumentException::class);
        check("$format: the class", $right, chain($e));
        check("$format: the secret", !str_contains("$e", SECRET), "$e");
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
ok: redis://u:%s%%2540127.0.0.1:1: the class
ok: redis://u:%s%%2540127.0.0.1:1: the secret
ok: redis:?host[u:%s%%40127.0.0.1:1]&host[localhost:2]: the class
ok: redis:?host[u:%s%%40127.0.0.1:1]&host[localhost:2]: the secret
ok: redis:?host[u:%s%%40127.0.0.1:1]&redis_sentinel=main: the class
ok: redis:?host[u:%s%%40127.0.0.1:1]&redis_sentinel=main: the secret
ok: redis:?host[u:%s%%40127.0.0.1:1]&redis_cluster=1: the class
ok: redis:?host[u:%s%%40127.0.0.1:1]&redis_cluster=1: the secret
ok: memcached://u:%s%%40127.0.0.1:1: the class
ok: memcached://u:%s%%40127.0.0.1:1: the secret
ok: memcached:?host[u:%s%%40127.0.0.1:1]: the class
ok: memcached:?host[u:%s%%40127.0.0.1:1]: the secret
ok: memcached:?host[u:%s@127.0.0.1:1]: the class
ok: memcached:?host[u:%s@127.0.0.1:1]: the secret
ok: pgsql:host=u:%s@127.0.0.1;port=1: the class
ok: pgsql:host=u:%s@127.0.0.1;port=1: the secret
ok: pgsql:host=u:%s%%40127.0.0.1;port=1: the class
ok: pgsql:host=u:%s%%40127.0.0.1;port=1: the secret
ok: pgsql:hostaddr=u:%s@127.0.0.1;port=1: the class
ok: pgsql:hostaddr=u:%s@127.0.0.1;port=1: the secret
ok: pgsql+advisory:host=localhost,u:%s@127.0.0.1;port=1: the class
ok: pgsql+advisory:host=localhost,u:%s@127.0.0.1;port=1: the secret
ok: pgsql+advisory://u:%s%%40127.0.0.1:1/x: the class
ok: pgsql+advisory://u:%s%%40127.0.0.1:1/x: the secret
ok: pgsql+advisory://127.0.0.1:1/x?hostaddr=u:%s@127.0.0.1: the class
ok: pgsql+advisory://127.0.0.1:1/x?hostaddr=u:%s@127.0.0.1: the secret
ok: mysql+advisory:host=u:%s@127.0.0.1;port=1: the class
ok: mysql+advisory:host=u:%s@127.0.0.1;port=1: the secret
ok: mysql+advisory://u:%s%%40127.0.0.1:1/x: the class
ok: mysql+advisory://u:%s%%40127.0.0.1:1/x: the secret
ok: mysql://u:%s%%40127.0.0.1:1/x: the class
ok: mysql://u:%s%%40127.0.0.1:1/x: the secret
ok: mysql:host=u:%s@127.0.0.1;port=1: the class
ok: mysql:host=u:%s@127.0.0.1;port=1: the secret
ok: pgsql:host=u:%s@127.0.0.1;port=1: the class
ok: pgsql:host=u:%s@127.0.0.1;port=1: the secret
ok: zookeeper://u:%s%%40127.0.0.1:1: the class
ok: zookeeper://u:%s%%40127.0.0.1:1: the secret
ok: mongodb://u:%s%%40127.0.0.1:1/x?collection=y: the class
ok: mongodb://u:%s%%40127.0.0.1:1/x?collection=y: the secret
Symfony\Component\Lock\Exception\LockStorageException
