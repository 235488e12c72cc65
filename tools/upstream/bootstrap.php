<?php
/*
 * What PHPUnit loads first: an autoloader for the tests of the component and what they need beside it, never for the
 * component's own classes. When all is done, the classes of the component that were not native are written to the file
 * SLOCK_UPSTREAM_CLASSES, one a line.
 */

spl_autoload_register(static function (string $class) {
    $components = getenv('SLOCK_UPSTREAM_COMPONENTS');
    foreach ([
        'Symfony\\Component\\Lock\\Tests\\' => "$components/Lock/Tests",
        'Symfony\\Contracts\\Service\\' => dirname($components).'/Contracts/Service',
        'Symfony\\Component\\Cache\\Traits\\' => "$components/Cache/Traits",
        'Symfony\\Component\\VarExporter\\' => "$components/VarExporter",
    ] as $prefix => $directory) {
        $path = $directory.'/'.strtr(substr($class, strlen($prefix)), '\\', '/').'.php';
        if (str_starts_with($class, $prefix) && is_file($path)) {
            require $path;
        }
    }
});
foreach (['Doctrine/DBAL', 'Psr/Log', 'Psr/Cache', 'Predis'] as $library) {
    require_once "$library/autoload.php";
}
if (!extension_loaded('zookeeper')) {
    require __DIR__.'/../../tests/inc/zookeeper_class.inc';
}

register_shutdown_function(static function (int $process) {
    // A test forks.
    if (getmypid() !== $process) {
        return;
    }
    $foreign = [];
    foreach ([...get_declared_classes(), ...get_declared_interfaces(), ...get_declared_traits()] as $name) {
        $class = new ReflectionClass($name);
        if (
            preg_match('~^Symfony\\\\Component\\\\Lock\\\\(?!Tests\\\\)~i', $name)
            && $class->isUserDefined()
            && !$class->isAnonymous()
        ) {
            $foreign[] = "$name\n";
        }
    }
    file_put_contents(getenv('SLOCK_UPSTREAM_CLASSES'), $foreign);
}, getmypid());
