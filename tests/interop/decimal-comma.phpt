--TEST--
Every store and every way to reach it, in a locale that writes 0,5 for a half
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php');
need_command('localedef'); ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

// The C library has none but C by itself: the sources of this one are those of Debian's package `locales`.
$directory = temporary_directory();
exec('localedef -i de_DE -f UTF-8 '.escapeshellarg("$directory/de_DE.UTF-8").' 2>&1', $said);
putenv("LOCPATH=$directory");
setlocale(LC_ALL, 'de_DE.UTF-8') ?: exit("FAIL: there is no such locale\n".implode("\n", $said));
same('a half', '0,5', sprintf('%.1f', 0.5));

clean_ways();
foreach (ways(Keeper::Kernel, Keeper::Token, Keeper::Session) as $name => $way) {
    group($name, function () use ($way) {
        $lock = new Lock(new Key($resource = unique()), $way->store(), 30.5);
        same('acquired', true, $lock->acquire());
        $lock->refresh(60.5);
        same('held', true, $lock->isAcquired());
        $began = microtime(true);
        same('waited for', false, (new Lock(new Key($resource), $way->store(), 30.5))->acquire(true, 0.25));
        between('as long as was asked', 0.2, 5.0, microtime(true) - $began);
        $lock->release();
        same('released', false, $lock->isAcquired());
    });
}
?>
--EXPECT--
ok: a half
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, cluster
ok: RedisStore, sentinel
ok: RedisStore, \Redis
ok: RedisStore, \RedisArray
ok: RedisStore, \RedisCluster
ok: RedisStore, Predis
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: DoctrineDbalStore, sqlite
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
ok: ZookeeperStore
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
