--TEST--
URLs of databases with a password that is not URL-encoded: refused where it would be taken for the name of a database, and never shown
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\StoreFactory;

const SECRET = 'sesame-open';
$store = static fn (#[SensitiveParameter] string $url, ?string $class) => $class
    ? new $class($url)
    : StoreFactory::createStore($url);
foreach ([
    ['mysql', null],
    ['mysql', PdoStore::class],
    ['mysql', MysqlStore::class],
    ['mysql+advisory', DoctrineDbalMysqlStore::class],
    ['pgsql', null],
    ['postgresql', PdoStore::class],
    ['pgsql+advisory', PostgreSqlStore::class],
    ['postgresql+advisory', null],
    ['postgres+advisory', DoctrineDbalPostgreSqlStore::class],
] as [$scheme, $class]) {
    group(
        "$scheme, ".($class ? substr(strrchr($class, '\\'), 1) : 'StoreFactory'),
        function () use ($scheme, $class, $store) {
            foreach (['/', '1/', '?', '1?', '/x?a='] as $i => $before) {
                try {
                    $made = $store("$scheme://user:$before".SECRET.'@127.0.0.1:1/db', $class);
                    // The value of a parameter may be anything; the one of this name means nothing.
                    check("$before is refused", 4 === $i);
                    continue;
                } catch (Throwable $e) {
                    check("$before, the class", $e instanceof InvalidArgumentException, chain($e));
                    check("$before, what to do", str_contains($e->getMessage(), 'URL-encoded'), $e->getMessage());
                    check(
                        "$before, the secret",
                        !str_contains(
                            $e.print_r(
                                array_map(
                                    static fn ($frame) => array_filter($frame['args'] ?? [], is_scalar(...)),
                                    $e->getTrace(),
                                ),
                                true,
                            ),
                            SECRET,
                        ),
                        (string) $e,
                    );
                }
            }
            $encoded = $store("$scheme://user:%2F".SECRET.'@127.0.0.1:1/db', $class);
            check('encoded', is_object($encoded));
            check('in the name of the database', is_object($store("$scheme://user:pass@127.0.0.1:1/a@b", $class)));
        },
    );
}
group('what a driver says is kept whole where there is no secret in it', function () {
    $store = new PdoStore('mysql:host=127.0.0.1;port='.free_port().';user=user;password='.SECRET);
    $e = raises('nobody listens', LockStorageException::class, null, fn () => $store->exists(new Key('r')));
    $said = (string) $e?->getPrevious()?->getMessage();
    check('the words of PDO', str_starts_with($said, 'SQLSTATE[HY000] [2002] '), $said);
});
$file = sys_get_temp_dir().'/a@b-'.getmypid().'.sqlite';
($sqlite = new PdoStore("sqlite:///$file"))->save($key = new Key('r'));
same('a file', true, $sqlite->exists($key));
unlink($file);
?>
--EXPECT--
ok: mysql, StoreFactory
ok: mysql, PdoStore
ok: mysql, MysqlStore
ok: mysql+advisory, DoctrineDbalMysqlStore
ok: pgsql, StoreFactory
ok: postgresql, PdoStore
ok: pgsql+advisory, PostgreSqlStore
ok: postgresql+advisory, StoreFactory
ok: postgres+advisory, DoctrineDbalPostgreSqlStore
ok: what a driver says is kept whole where there is no secret in it
ok: a file
