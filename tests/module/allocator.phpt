--TEST--
A process whose malloc() is jemalloc's: the modules of the native clients take it as well
--SKIPIF--
<?php
require __DIR__.'/../inc/need.inc';
need('redis-server');
if (PHP_VERSION_ID < 80400) exit('skip this PHP loads extensions with RTLD_DEEPBIND, and ends with any other malloc()');
if (!glob('/usr/lib/*/libjemalloc.so.2')) exit('skip libjemalloc is missing');
?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/redis.inc';

$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;

    foreach (array_slice($argv, 1) as $dsn) {
        $store = Symfony\Component\Lock\Store\StoreFactory::createStore($dsn);
        $lock = new Lock(new Key(unique()), $store, 300.0);
        $results = [];
        try {
            $results[] = $lock->acquire();
            $results[] = $lock->isAcquired();
            $lock->release();
        } catch (Symfony\Component\Lock\Exception\ExceptionInterface $e) {
            $results[] = $e::class;
        }
        unset($lock, $store);
        gc_collect_cycles();
        echo strstr($dsn, ':', true), ' ', json_encode($results), "\n";
    }
    echo str_contains(file_get_contents('/proc/self/maps'), 'jemalloc') ? 'with' : 'without', " it\n";
    CODE;
$server = new OwnRedis();
$nobody = '127.0.0.1:'.free_port();
$dsns = [
    $server->dsn(), "memcached://$nobody", "postgresql+advisory://u:p@$nobody/d", "zookeeper://$nobody?timeout=0.3",
];
$preload = glob('/usr/lib/*/libjemalloc.so.2')[0];
$child = Child::start($code, 'here', [], [], $dsns, ['env', "LD_PRELOAD=$preload"]);
echo $child->finish();
?>
--EXPECT--
redis [true,true]
memcached ["Symfony\\Component\\Lock\\Exception\\LockAcquiringException"]
postgresql+advisory ["Symfony\\Component\\Lock\\Exception\\LockAcquiringException"]
zookeeper ["Symfony\\Component\\Lock\\Exception\\LockAcquiringException"]
with it
