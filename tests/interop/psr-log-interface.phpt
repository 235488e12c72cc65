--TEST--
psr/log declares its LoggerAwareInterface itself, before or after locks are used, also with opcache and preloaded; slock.declare_psr_log=1 declares it natively
--SKIPIF--
<?php
require __DIR__.'/../inc/need.inc';
need('package 5.4', 'package 7.4');
need_file(PHP_EXTENSION_DIR.'/opcache.so');
?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

/** Like a compiled container: its classes come by include_once, without asking whether they are there. */
function container(string $psr): string
{
    file_put_contents($file = temporary_directory().'/container.php', "<?php
        use Symfony\\Component\\Lock\\LockFactory;
        use Symfony\\Component\\Lock\\Store\\InMemoryStore;

        class Container
        {
            public function factory(): LockFactory
            {
                include_once '$psr/LoggerAwareInterface.php';
                include_once '$psr/LoggerInterface.php';
                include_once '$psr/LogLevel.php';
                include_once '$psr/LoggerTrait.php';
                include_once '$psr/AbstractLogger.php';
                include_once '$psr/NullLogger.php';
                \$store = new InMemoryStore();
                \$factory = new class(\$store) extends LockFactory implements Psr\\Log\\LoggerAwareInterface {};
                \$factory->setLogger(new Psr\\Log\\NullLogger());

                return \$factory;
            }
        }");

    return $file;
}

const USE_IT = <<<'CODE'
    error_reporting(E_ALL & ~E_DEPRECATED);
    $name = 'Psr\Log\LoggerAwareInterface';
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\InMemoryStore());
    $before = $factory->createLock('before');
    echo show([$before->acquire(), $before instanceof $name, interface_exists($name, false)]);
    if (!class_exists('Container', false)) {
        require $argv[1];
    }
    $factory = (new Container())->factory();
    $after = $factory->createLock('after');
    echo ' ', show([$after->acquire(), $factory instanceof $name, (new ReflectionClass($name))->isInternal()]), "\n";
    CODE;

$user = function_exists('posix_geteuid') && posix_geteuid() ? [] : ['opcache.preload_user' => 'root'];
$opcache = ['zend_extension' => 'opcache', 'opcache.enable_cli' => 1, 'opcache.jit' => 'disable'];
foreach (['5.4', '7.4'] as $line) {
    $psr = dirname(package($line), 4).'/Psr/Log';
    foreach ([
        'plain' => [],
        'opcache' => $opcache,
        'preloaded' => ['opcache.preload' => null] + $opcache + $user,
        'declared' => ['slock.declare_psr_log' => 1],
        'declared, preloaded' => ['slock.declare_psr_log' => 1, 'opcache.preload' => null] + $opcache + $user,
    ] as $how => $ini) {
        $container = container($psr);
        if (array_key_exists('opcache.preload', $ini)) {
            $files = ["$psr/LoggerAwareInterface.php", "$psr/LoggerInterface.php", $container];
            $preload = '<?php error_reporting(E_ALL & ~E_DEPRECATED);';
            foreach ($files as $file) {
                $preload .= " require_once '$file';";
            }
            file_put_contents($ini['opcache.preload'] = dirname($container).'/preload.php', $preload);
        }
        $child = Child::start(USE_IT, 'here', ['posix'], $ini, [$container]);
        $text = $child->finish();
        $fatal = preg_match('/Cannot (?:re)?declare interface ([\w\\\\]+)/', $text, $m);
        echo "psr/log of $line, $how: ", $fatal ? "$m[1] is in use" : trim($text), "\n";
    }
}

// By request, as it was.
$code = <<<'CODE'
    foreach (['Lock', 'LockFactory', 'Store\CombinedStore', 'Store\RetryTillSaveStore'] as $class) {
        $class = new ReflectionClass("Symfony\\Component\\Lock\\$class");
        $aware = $class->implementsInterface('Psr\Log\LoggerAwareInterface');
        echo $class->getShortName(), ' ', show([$aware, $class->hasMethod('setLogger')]), "\n";
    }
    $interface = new ReflectionClass('Psr\Log\LoggerAwareInterface');
    echo show([$interface->isInternal(), $interface->isInterface(), ini_set('slock.declare_psr_log', '0')]), "\n";
    CODE;
$child = Child::start($code, 'here', [], ['slock.declare_psr_log' => 1]);
echo $child->finish();
$child = Child::start(<<<'CODE'
    echo show([
        interface_exists('Psr\Log\LoggerAwareInterface'),
        method_exists('Symfony\Component\Lock\Lock', 'setLogger'),
        ini_get('slock.declare_psr_log'),
        ini_set('slock.declare_psr_log', '1'),
    ]), "\n";
    CODE);
echo $child->finish();
?>
--EXPECT--
psr/log of 5.4, plain: [true, false, false] [true, true, false]
psr/log of 5.4, opcache: [true, false, false] [true, true, false]
psr/log of 5.4, preloaded: [true, false, true] [true, true, false]
psr/log of 5.4, declared: Psr\Log\LoggerAwareInterface is in use
psr/log of 5.4, declared, preloaded: Psr\Log\LoggerAwareInterface is in use
psr/log of 7.4, plain: [true, false, false] [true, true, false]
psr/log of 7.4, opcache: [true, false, false] [true, true, false]
psr/log of 7.4, preloaded: [true, false, true] [true, true, false]
psr/log of 7.4, declared: Psr\Log\LoggerAwareInterface is in use
psr/log of 7.4, declared, preloaded: Psr\Log\LoggerAwareInterface is in use
Lock [true, true]
LockFactory [true, true]
CombinedStore [true, true]
RetryTillSaveStore [true, true]
[true, true, false]
[false, true, "0", false]
