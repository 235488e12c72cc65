--TEST--
A fatal error in the middle of a wait, by every way to a store: shutdown functions use the same store, and no answer is taken for another one
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
--CONFLICTS--
all
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';

use Symfony\Component\Lock\LockInterface;

/** What the locks say that a process has, in its shutdown function. */
function last_words(LockInterface $own, LockInterface $waited, LockInterface $fresh): string
{
    return outcome(fn () => [
        'own' => $own->isAcquired(),
        'waited for' => $waited->isAcquired(),
        'held by another' => $waited->acquire(),
        'free' => $fresh->acquire(),
        'refreshed' => $own->refresh(20),
        'own still' => $own->isAcquired(),
        'released' => [$own->release(), $own->isAcquired()],
        'waited for still' => $waited->isAcquired(),
        'free still' => $fresh->isAcquired(),
    ]);
}

side_by_side(ways(Keeper::Kernel, Keeper::Session, Keeper::Token), function (Way $way) {
    $keeper = keeper($way, $resource = unique());
    $names = [unique(), unique()];
    foreach ([0.05, 0.2, 0.35] as $after) {
        $waiter = Peer::start(function (Peer $test) use ($way, $resource, $names) {
            ini_set('display_errors', 0);
            ini_set('log_errors', 0);
            error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
            $store = $way->store();
            [$own, $waited, $fresh] = array_map(
                fn ($name) => lock_on($store, $name),
                [$names[0], $resource, $names[1]],
            );
            pcntl_async_signals(true);
            pcntl_signal(SIGUSR1, fn () => trigger_error('the end', E_USER_ERROR));
            register_shutdown_function(function () use ($test, $own, $waited, $fresh) {
                $test->say((error_get_last()['message'] ?? 'no error').': '.last_words($own, $waited, $fresh));
            });
            $test->say(show([$own->acquire(), $waited->acquire()]));
            $waited->acquire(true, 20);
        });
        same('it waits', '[true, false]', $waiter->hear());
        usleep((int) ($after * 1e6));
        posix_kill($waiter->pid, SIGUSR1);
        same(
            "after $after s",
            'the end: '.show([
                'own' => true,
                'waited for' => false,
                'held by another' => false,
                'free' => true,
                'refreshed' => null,
                'own still' => true,
                'released' => [null, false],
                'waited for still' => false,
                'free still' => true,
            ]),
            $waiter->hear(),
        );
        same('it ends', true, $waiter->ends());
        same('the holder has it', 'true', $keeper->ask('isAcquired'));
        foreach ($names as $name) {
            // Objects are not destroyed after a fatal error: what had no session stays until its TTL is over.
            Keeper::Token === $way->keeper || same('free', true, eventually(fn () => is_free($way, $name), 5));
        }
        $names = [unique(), unique()];
    }
    $keeper->ask('release');
    $keeper->say('end');
    $keeper->finish();
    same('free', true, is_free($way, $resource));
});
?>
--EXPECT--
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
