--TEST--
The package in vendor/, its autoloader first, also with an authoritative class map: the native classes are there already, and of the component only what slock does not have is loaded
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/every-class.inc';

$package = dirname(package('7.4'));
$map = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($package)) as $file) {
    if ('php' === $file->getExtension() && 'autoload.php' !== $file->getFilename()) {
        $name = strtr(substr($file->getPathname(), strlen($package) + 1, -4), '/', '\\');
        $map["Symfony\\Component\\Lock\\$name"] = $file->getPathname();
    }
}
$normalizer = 'Symfony\Component\Lock\Serializer\LockKeyNormalizer';
check('a map of the component', count($map) > 35 && isset($map[$normalizer]), show(array_keys($map)));

// As Composer's class loader does it; with an authoritative map it looks nowhere else.
$loader = <<<'CODE'
    spl_autoload_register(function (string $class) {
        [$map, $package] = %s;
        $file = $map[$class] ?? null;
        if (!$map && str_starts_with($class, $prefix = 'Symfony\Component\Lock\\')) {
            $file = $package.'/'.strtr(substr($class, strlen($prefix)), '\\', '/').'.php';
        }
        if ($file && is_file($file)) {
            include $file;
        }
    }, true, true);
    CODE;
$application = <<<'CODE'
    [$package, $classes, $normalizer] = %s;
    eval('namespace Symfony\Component\Serializer\Normalizer;
        interface NormalizerInterface {} interface DenormalizerInterface {}');
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\InMemoryStore());
    $lock = $factory->createLock('invoice');
    echo show([$lock->acquire(), $factory->createLock('invoice')->acquire()]), " locks exclude each other\n";
    foreach ($classes as $class) {
        $there = class_exists($class) || interface_exists($class) || trait_exists($class);
        if (!$there || !(new ReflectionClass($class))->isInternal()) {
            echo "FAIL: $class is not the native one\n";
        }
    }
    echo show(class_exists($normalizer) && (new $normalizer())->supportsNormalization(
        new Symfony\Component\Lock\Key('invoice'),
    )), " the normalizer\n";
    $loaded = array_filter(get_included_files(), fn ($file) => str_starts_with($file, "$package/"));
    echo show(array_map(fn ($file) => basename($file), array_values($loaded))), " loaded\n";
    CODE;
foreach (['its own prefix' => [], 'an authoritative map' => $map] as $what => $known) {
    echo "$what\n", output_of(
        sprintf($loader, var_export([$known, $package], true))
            .sprintf($application, var_export([$package, every_class(), $normalizer], true)),
    );
}
?>
--EXPECT--
ok: a map of the component
its own prefix
[true, false] locks exclude each other
true the normalizer
["LockKeyNormalizer.php"] loaded
an authoritative map
[true, false] locks exclude each other
true the normalizer
["LockKeyNormalizer.php"] loaded
