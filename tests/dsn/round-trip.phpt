--TEST--
StoreFactory: every form of a DSN leads to the server that it names: a lock taken by one form is taken for every other
--EXTENSIONS--
mongodb
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
--CONFLICTS--
lock_keys
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server', 'redis socket', 'redis tls', 'memcached socket', 'memcached sasl'); ?>
--INI--
slock.command_timeout=60
--FILE--
<?php
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/../inc/sql.inc';
require __DIR__.'/../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\StoreFactory;

own_servers('REDIS', 'MEMCACHED', 'MYSQL', 'PGSQL');
$env = getenv(...);
$directory = temporary_directory();
$redis = $env('SLOCK_TEST_REDIS_HOST').':'.$env('SLOCK_TEST_REDIS_PORT');
[$r1, $r2, $r3] = array_map(
    fn ($port) => $env('SLOCK_TEST_REDIS_HOST').":$port",
    explode(',', $env('SLOCK_TEST_REDIS_PORTS')),
);
$socket = $env('SLOCK_TEST_REDIS_SOCKET');
$auth = $env('SLOCK_TEST_REDIS_HOST').':'.$env('SLOCK_TEST_REDIS_AUTH_PORT');
$p = $env('SLOCK_TEST_REDIS_AUTH_PASSWORD');
$acl = $env('SLOCK_TEST_REDIS_HOST').':'.$env('SLOCK_TEST_REDIS_ACL_PORT');
[$user, $password] = [$env('SLOCK_TEST_REDIS_ACL_USER'), $env('SLOCK_TEST_REDIS_ACL_PASSWORD')];
$tls = $env('SLOCK_TEST_REDIS_TLS_USER').':'.$env('SLOCK_TEST_REDIS_TLS_PASSWORD').'@localhost:'
    .$env('SLOCK_TEST_REDIS_TLS_PORT');
$ca = 'ssl[cafile]='.$env('SLOCK_TEST_REDIS_TLS_CA');
$nodes = explode(',', $env('SLOCK_TEST_REDIS_CLUSTER'));
$memcached = $env('SLOCK_TEST_MEMCACHED_HOST').':'.$env('SLOCK_TEST_MEMCACHED_PORT');
$sasl = $env('SLOCK_TEST_MEMCACHED_HOST').':'.$env('SLOCK_TEST_MEMCACHED_SASL_PORT');
[$m1, $m2] = array_map(
    fn ($port) => $env('SLOCK_TEST_MEMCACHED_HOST').":$port",
    explode(',', $env('SLOCK_TEST_MEMCACHED_PORTS')),
);
$mongodb = mongodb_server();
$db = mongodb_database();
$zookeeper = $env('SLOCK_TEST_ZOOKEEPER_HOSTS');
$ensemble = $env('SLOCK_TEST_ZOOKEEPER_ENSEMBLE');
foreach (['mysql', 'pgsql'] as $kind) {
    drop_table_at_the_end($kind, 'lock_keys');
}

// Rows of forms that are one place. What stands behind "other" is another place, where the same name is free.
$places = [
    'flock' => ['flock://'.$directory, "flock://$directory/", 'other' => 'flock'],
    'flock+remove' => ['flock+remove://'.$directory, "flock+remove://$directory/.", 'other' => 'flock+remove'],
    'semaphore' => ['semaphore', 'semaphore', 'other' => 'semaphore://scope'],
    'redis' => [
        "redis://$redis",
        "valkey://$redis",
        "redis://$redis/0?timeout=2&read_timeout=3&tcp_keepalive=5",
        "redis:$socket",
        "redis://$socket",
        "redis:?host[$redis]",
        "redis:?host[$socket]",
        "redis://$redis?persistent=1",
        "redis://$redis?persistent_id=a&lazy=1&retry_interval=3&class=Redis",
        'other' => "redis://$redis/2",
    ],
    'redis, database' => [
        "redis://$redis/3",
        "redis://$redis?dbindex=3",
        "redis://$socket/3",
        "redis://$socket?dbindex=3",
        "valkey:?host[$redis]&dbindex=3",
        'other' => "redis://$redis/4",
    ],
    'redis, password' => [
        "redis://$p@$auth",
        "redis://:$p@$auth",
        "redis://$auth?auth=$p",
        "redis:$p@?host[$auth]",
        "redis:?host[$auth]&auth=$p",
        'other' => "redis://$p@$auth/1",
    ],
    'redis, user' => [
        "redis://$user:$password@$acl",
        "redis://$acl?auth[]=$user&auth[]=$password",
        "valkey:$user:$password@?host[$acl]",
        'other' => "redis://$user:$password@$acl/1",
    ],
    'rediss' => [
        "rediss://$tls?$ca",
        "valkeys://$tls?$ca",
        "rediss://$tls?$ca&ssl[verify_peer]=1",
        'other' => "rediss://$tls/1?$ca",
    ],
    'redis, several' => [
        "redis:?host[$r1]&host[$r2]&host[$r3]",
        "valkey:?host[$r1]&host[$r2]&host[$r3]&timeout=2",
        'other' => "memcached://$memcached",
    ],
    'redis, cluster' => [
        "redis:?host[$nodes[0]]&redis_cluster=1",
        "redis:?host[$nodes[1]]&host[$nodes[2]]&redis_cluster=1",
        "redis://$nodes[2]?redis_cluster=1",
        'other' => "redis://$redis",
    ],
    'redis, sentinel' => [
        'redis:?host['.$env('SLOCK_TEST_REDIS_SENTINEL').']&redis_sentinel='.$env('SLOCK_TEST_REDIS_SENTINEL_MASTER'),
        'redis://'.$env('SLOCK_TEST_REDIS_SENTINEL').'?sentinel_master='.$env('SLOCK_TEST_REDIS_SENTINEL_MASTER'),
        'other' => "redis://$redis",
    ],
    'memcached' => [
        "memcached://$memcached",
        "memcached:?host[$memcached]",
        "memcached:?host[$memcached]=5",
        "memcached://$memcached/7?timeout=3&binary_protocol=0",
        "memcached://$memcached?weight=3&persistent=1",
        'other' => 'memcached://'.$env('SLOCK_TEST_MEMCACHED_SOCKET'),
    ],
    'memcached, socket' => [
        'memcached://'.$env('SLOCK_TEST_MEMCACHED_SOCKET'),
        'memcached:?host['.$env('SLOCK_TEST_MEMCACHED_SOCKET').']',
        'other' => "memcached://$memcached",
    ],
    'memcached, several' => [
        "memcached:?host[$m1]&host[$m2]",
        "memcached:?host[$m1]=1&host[$m2]=1",
        "memcached://$m1?host[$m2]",
        'other' => "memcached:?host[$m1]&host[$m2]&prefix_key=other:",
    ],
    'memcached, SASL' => [
        'memcached://'.$env('SLOCK_TEST_MEMCACHED_SASL_USER').':'.$env('SLOCK_TEST_MEMCACHED_SASL_PASSWORD')."@$sasl",
        'memcached:'.$env('SLOCK_TEST_MEMCACHED_SASL_USER').':'.$env('SLOCK_TEST_MEMCACHED_SASL_PASSWORD')
            ."@?host[$sasl]",
        'other' => "memcached://$memcached",
    ],
    'mongodb' => [
        "$mongodb/$db?collection=lock",
        "$mongodb/$db?w=majority&collection=lock&appname=x",
        'other' => "$mongodb/$db?collection=other",
    ],
    'pdo sqlite' => [
        "sqlite:$directory/lock.db",
        "sqlite:///$directory/lock.db",
        "sqlite3:///$directory/lock.db",
        'other' => 'sqlite::memory:',
    ],
    'pdo mysql' => [
        sql_dsn('mysql').';user='.sql_user('mysql').';password='.sql_password('mysql'),
        'mysql://'.sql_user('mysql').':'.sql_password('mysql').'@'.$env('SLOCK_TEST_MYSQL_HOST').':'
            .$env('SLOCK_TEST_MYSQL_PORT').'/'.$env('SLOCK_TEST_MYSQL_DB'),
        'mysql2://'.sql_user('mysql').':'.sql_password('mysql').'@'.$env('SLOCK_TEST_MYSQL_HOST').':'
            .$env('SLOCK_TEST_MYSQL_PORT').'/'.$env('SLOCK_TEST_MYSQL_DB'),
        'other' => my_url(),
    ],
    'pdo pgsql' => [
        sql_dsn('pgsql').';user='.sql_user('pgsql').';password='.sql_password('pgsql'),
        pg_url('pgsql'),
        pg_url('postgres'),
        pg_url('postgresql'),
        'other' => pg_url(),
    ],
    'pgsql+advisory' => [
        pg_url('pgsql+advisory'),
        pg_url('postgres+advisory'),
        pg_url('postgresql+advisory'),
        substr_replace(pg_dsn(), '+advisory', 5, 0),
        'other' => pg_url('postgresql'),
    ],
    'mysql+advisory' => [
        my_url(),
        my_url('mysql2+advisory'),
        substr_replace(my_dsn(), '+advisory', 5, 0),
        'other' => my_url('mysql'),
    ],
    'zookeeper' => [
        "zookeeper://$zookeeper",
        "zookeeper://$zookeeper/",
        "zookeeper://user:pass@$zookeeper",
        "zookeeper://$zookeeper?timeout=3&persistent=1",
        'other' => "zookeeper://$ensemble",
    ],
];
$forms = 0;
foreach ($places as $place => $dsns) {
    group($place, function () use ($place, $dsns, &$forms) {
        $resource = unique();
        $other = $dsns['other'];
        unset($dsns['other']);
        foreach ($dsns as $i => $dsn) {
            ++$forms;
            $lock = new Lock(new Key($resource), StoreFactory::createStore($dsn), 60);
            same("form $i", true, $lock->acquire());
            foreach ($dsns as $j => $again) {
                if ('sqlite::memory:' !== $again) {
                    // Sessions of this process share their connection, and know of each other.
                    same(
                        "form $j while $i has it",
                        false,
                        (new Lock(new Key($resource), StoreFactory::createStore($again), 60))->acquire(),
                    );
                }
            }
            same(
                'another place',
                true,
                (new Lock(new Key($resource), StoreFactory::createStore($other), 60))->acquire(),
            );
            $lock->release();
        }
    });
}
check("$forms forms", $forms >= 60, "$forms");
// Forms that need a name server, a driver or a package: they are understood, and nothing is asked before it is needed.
foreach ([
    'mongodb+srv://locks.nobody.invalid/db?collection=c',
    'mysql+advisory:host=h;dbname=d',
    'pgsql+advisory:host=h',
    'mysql+advisory://h/db',
    'postgres+advisory://h/db',
] as $dsn) {
    echo $dsn, ': ', outcome(fn () => StoreFactory::createStore($dsn)), "\n";
}
mongodb_admin($db, ['dropDatabase' => 1]);
?>
--EXPECT--
ok: flock
ok: flock+remove
ok: semaphore
ok: redis
ok: redis, database
ok: redis, password
ok: redis, user
ok: rediss
ok: redis, several
ok: redis, cluster
ok: redis, sentinel
ok: memcached
ok: memcached, socket
ok: memcached, several
ok: memcached, SASL
ok: mongodb
ok: pdo sqlite
ok: pdo mysql
ok: pdo pgsql
ok: pgsql+advisory
ok: mysql+advisory
ok: zookeeper
ok: 73 forms
mongodb+srv://locks.nobody.invalid/db?collection=c: object(Symfony\Component\Lock\Store\MongoDbStore)
mysql+advisory:host=h;dbname=d: object(Symfony\Component\Lock\Store\MysqlStore)
pgsql+advisory:host=h: object(Symfony\Component\Lock\Store\PostgreSqlStore)
mysql+advisory://h/db: object(Symfony\Component\Lock\Store\DoctrineDbalMysqlStore)
postgres+advisory://h/db: object(Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore)
