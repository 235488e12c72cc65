--TEST--
FrameworkBundle: locks on six stores, named factories, %env()%, decoration, lazy services; compiled, read again, linted
--EXTENSIONS--
ctype
pdo
pdo_pgsql
tokenizer
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis', 'memcached', 'postgresql');
need_file('Symfony/Bundle/FrameworkBundle/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';

putenv('LOCK_REDIS='.redis_url());
$memcached = array_map(fn ($name) => getenv("SLOCK_TEST_MEMCACHED_$name"), ['HOST', 'PORT']);
putenv(vsprintf('LOCK_MEMCACHED=memcached://%s:%s', $memcached));
putenv('LOCK_SESSION='.pg_url());
$directory = temporary_directory();
$kernel = 'require '.var_export(dirname(__DIR__).'/inc/kernel.inc', true).';'
    .'$kernel = new Consumer\LockKernel($argv[1]); $kernel->boot(); $container = $kernel->getContainer();';
$ini = ['variables_order' => 'EGPCS'];
$run = function (string $code, string ...$arguments) use ($kernel, &$ini, $directory) {
    return Child::start(
        $kernel.$code.'echo ($php = php_classes()) ? "FAIL: from PHP: ".json_encode($php) : "";',
        'here',
        ['ctype', 'intl', 'mbstring', 'pdo', 'pdo_pgsql', 'tokenizer', 'sysvsem'],
        $ini,
        [$directory, ...$arguments],
    );
};
$holds = <<<'CODE'
    foreach ($container->get(Consumer\Jobs::class)->factories() as $name => $factory) {
        $locks[$name] = $factory->createLock("$argv[2] $name", 60);
        echo basename($name, 'LockFactory'), ' ', json_encode($locks[$name]->acquire()), ', ';
    }
    echo "\n";
    CODE;
$resource = unique();
$first = $run($holds.'fgets(STDIN); $locks = []; echo "released\n"; fgets(STDIN);', $resource);
echo $first->hear(), "\n";
$compiled = fn () => array_map('filemtime', glob("$directory/cache/Container*/*") ?: glob("$directory/cache/*.php"));
check('compiled', (bool) $before = $compiled());
echo $run($holds, $resource)->finish();
same('read, not compiled again', $before, $compiled());
$first->say('');
echo $first->hear(), "\n";
echo $run($holds, $resource)->finish();
echo $first->finish();

echo $run(<<<'CODE'
    $counting = $container->get(Consumer\Jobs::class)->redisLockFactory;
    $lock = $counting->createLock('decorated');
    $lazy = $container->get('lazy.factory')->createLock('lazy');
    echo json_encode([$counting->created, $lock->acquire(), $lazy->acquire(), $lazy->isAcquired()]), "\n";
    $class = Symfony\Component\Lock\LockFactory::class;
    $proxy = $container->get('lazy.factory');
    check('lazy', $proxy instanceof $class && $proxy::class !== $class, $proxy::class);
    CODE)->finish();
echo $run(<<<'CODE'
    $application = new Symfony\Bundle\FrameworkBundle\Console\Application($kernel);
    $application->setAutoExit(false);
    $output = new Symfony\Component\Console\Output\BufferedOutput();
    $input = new Symfony\Component\Console\Input\ArrayInput(['command' => 'lint:container']);
    0 === ($code = $application->run($input, $output)) ? print "linted\n" : print "FAIL: $code ".$output->fetch();
    CODE)->finish();
// The container and what it names; Symfony writes such a file where Composer has made the autoloader.
$preload = script(<<<'CODE'
    <?php
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    require_once 'Symfony/Bundle/FrameworkBundle/autoload.php';
    foreach (glob(DIRECTORY.'/cache/Container*/*Container.php') as $file) {
        require_once $file;
    }
    foreach (['LockFactory', 'Key', 'Store\RedisStore', 'Store\CombinedStore', 'Store\StoreFactory'] as $class) {
        class_exists("Symfony\Component\Lock\\$class");
    }
    CODE);
file_put_contents($preload, strtr(file_get_contents($preload), ['DIRECTORY' => var_export($directory, true)]));
$ini += ['zend_extension' => 'opcache', 'opcache.enable_cli' => '1', 'opcache.jit' => 'disable'];
$ini += ['opcache.preload' => $preload, 'opcache.preload_user' => 'root'];
echo $run($holds.<<<'CODE'
    $preloaded = opcache_get_status()['preload_statistics']['classes'];
    check('preloaded', in_array($container::class, $preloaded, true), implode(' ', $preloaded));
    CODE, unique())->finish();
?>
--EXPECT--
factory true, semaphore true, redis true, memcached true, session true, quorum true, 
ok: compiled
factory false, semaphore false, redis false, memcached false, session false, quorum false, 
ok: read, not compiled again
released
factory true, semaphore true, redis true, memcached true, session true, quorum true, 
[1,true,true,true]
ok: lazy
linted
factory true, semaphore true, redis true, memcached true, session true, quorum true, 
ok: preloaded
