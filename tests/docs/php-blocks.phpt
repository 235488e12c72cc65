--TEST--
The PHP code in README.md and docs/ runs as it stands there, against servers, and each store that it makes keeps a lock
--EXTENSIONS--
ctype
igbinary
msgpack
redis
memcached
mongodb
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--CONFLICTS--
lock_keys
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server', 'three redis');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/documented.inc';

// What the reader has already, or what the page speaks of.
$before = <<<'CODE'
    require INC.'/sql.inc';
    error_reporting(E_ALL & ~E_DEPRECATED);
    $redis = new Redis();
    redis_connect($redis);
    $pdo = 'docs/mysql.md' === PAGE ? my_pdo() : pg_pdo();
    $connection = 'docs/dbal.md' === PAGE ? dbal('pdo_pgsql') : null;
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    $lock = $factory->createLock(unique());
    $made = [];
    CODE;
$after = <<<'CODE'
    echo $made ? '' : json_encode($lock->isAcquired());
    foreach ($made as $i => $one) {
        $is_factory = $one instanceof Symfony\Component\Lock\LockFactory;
        $factory = $is_factory ? $one : new Symfony\Component\Lock\LockFactory($one);
        $lock = $factory->createLock($resource = unique());
        $got = [$lock->acquire(), $factory->createLock($resource)->acquire(), $lock->isAcquired(), $lock->release()];
        echo json_encode($got) === '[true,false,true,null]' ? '+' : json_encode($got);
    }
    CODE;
// What a page shows must work, also where the servers are slow.
$limits = ['slock.connect_timeout' => 60, 'slock.command_timeout' => 60];
$extensions = ['ctype', 'igbinary', 'msgpack', 'redis', 'memcached', 'mysqlnd', 'pdo', 'pdo_mysql', 'pdo_pgsql'];
foreach (PAGES as $page) {
    foreach (documented_in($page, 'php') as $block) {
        $code = strtr($block, places());
        if (preg_match('/localhost|\b10\.0\.0\.|zk1|host1|\/var\//', $code)) {
            echo "FAIL: $page: an address is left: $code\n";
        }
        $code = preg_replace('/^(?=\$(store|factory) = )/m', '$made[] = ', $code);
        $code = preg_replace('/^(?=new )/m', '$made[] = ', $code);
        $file = script(sprintf(
            "<?php\nconst PAGE = %s, INC = %s;\n%s\n%s\n%s",
            var_export($page, true),
            var_export(dirname(__DIR__).'/inc', true),
            $before,
            $code,
            $after,
        ));
        $child = Child::file($file, 'here', $extensions, $limits);
        echo "$page: ", $child->finish(), "\n";
        0 === $child->exit || print "FAIL: exit status $child->exit\n";
    }
}
?>
--EXPECT--
README.md: +
docs/combined.md: +
docs/dbal.md: ++
docs/dsn.md: +++
docs/fencing.md: +
docs/flock.md: +
docs/flock.md: +
docs/keep-alive.md: +
docs/keep-alive.md: +
docs/keep-alive.md: true
docs/memcached.md: ++
docs/migration.md: true
docs/mongodb-documents.md: false
docs/mongodb-documents.md: false
docs/mongodb.md: +
docs/mysql.md: +++
docs/pdo.md: +++
docs/postgresql.md: +++
docs/redis.md: +
docs/semaphore.md: +
docs/semaphore.md: +
docs/zookeeper.md: +
polyfill/README.md: true
