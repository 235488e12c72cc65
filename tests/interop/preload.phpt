--TEST--
opcache.preload: classes over the extension's, also those that use the traits, which are the package's then
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); need_file(PHP_EXTENSION_DIR.'/opcache.so'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

const LOCKS = <<<'CODE'
    use Symfony\Component\Lock\{Key, Lock, Store};
    use Symfony\Component\Lock\Exception\LockExpiredException;

    echo 'preloaded: ',
        show(array_values(array_filter(
            opcache_get_status()['preload_statistics']['classes'] ?? [],
            fn ($class) => str_starts_with($class, 'Preloaded\\'),
        ))),
        "\n";
    echo 'native: ', show((new ReflectionClass(Lock::class))->isInternal()), "\n";
    echo 'native traits: ',
        show([
            trait_exists(Store\ExpiringStoreTrait::class, false)
                && (new ReflectionClass(Store\ExpiringStoreTrait::class))->isInternal(),
            trait_exists(Store\DatabaseTableTrait::class, false)
                && (new ReflectionClass(Store\DatabaseTableTrait::class))->isInternal(),
        ]),
        "\n";
    CODE;

/** In a process of its own, with `$preload` as the preloading script. */
function preloading(string $preload, string $code, array $ini = []): void
{
    file_put_contents($file = temporary_directory().'/preload.php', $preload);
    // Only root needs to name a user; it is asked for then.
    $user = posix_geteuid() ? [] : ['opcache.preload_user' => 'root'];
    $child = Child::start(LOCKS.$code, 'here', ['posix'], [
        'zend_extension' => 'opcache',
        'opcache.enable_cli' => 1,
        'opcache.preload' => $file,
        'opcache.jit' => 'disable',
        ...$user,
        ...$ini,
    ]);
    echo $child->finish();
    same('it ended well', 0, $child->exit);
}

$classes = var_export(realpath(__DIR__.'/../inc/preloaded.inc'), true);
$traits = var_export(realpath(__DIR__.'/../inc/preloaded-traits.inc'), true);
$package = var_export(package('7.4'), true);

$use = <<<'CODE'
    $factory = new Preloaded\Factory($memory = new Preloaded\Memory());
    $service = new Preloaded\Service($factory);
    $lock = $service->lock('a');
    echo show([$lock->acquire(), $lock->isAcquired(), $service->lock('a')->acquire(), $memory->saved]), "\n";
    $lock->release();
    $store = new Store\CombinedStore(
        [new Preloaded\Store(), new Preloaded\Memory(), new Preloaded\Store()],
        new Preloaded\Most(),
    );
    $lock = new Lock(new Key('b'), $store, null);
    echo show([
        $lock->acquire(true),
        (new Lock(new Key('b'), $store, null))->acquire(),
        (new Preloaded\Conflict()) instanceof Symfony\Component\Lock\Exception\ExceptionInterface,
    ]),
        "\n";
    CODE;
echo "-- ordinary classes\n";
preloading("<?php require $classes;", $use);
echo "-- compiled only\n";
preloading("<?php opcache_compile_file($classes);", $use);
echo "-- with the traits, and the package at hand\n";
preloading("<?php require $package; require $classes; require $traits;", $use.<<<'CODE'
    $store = new Preloaded\ExpiringStore();
    $lock = new Lock(new Key('c'), $store, 10);
    echo show([$lock->acquire(), (new Lock(new Key('c'), $store, 10))->acquire(), $lock->isAcquired()]), "\n";
    $lock->release();
    $key = new Key('d');
    $key->reduceLifetime(-1);
    echo get_class(outcome_of(fn () => $store->save($key))), ' ', show($store->exists($key)), "\n";
    $key = new Key('e');
    ($store = new Preloaded\TableStore())->save($key);
    echo show($store->seen($key) === ['preloaded', hash('sha256', 'e'), true]), "\n";
    function outcome_of(callable $f): ?Throwable { try { $f(); } catch (Throwable $e) { return $e; } return null; }
    CODE);
echo "-- opcache is off here: nothing is preloaded\n";
preloading("<?php require $traits;", "new Preloaded\\ExpiringStore;", [
    'opcache.enable_cli' => 0,
    'auto_prepend_file' => trim($traits, "'"),
]);
?>
--EXPECT--
-- ordinary classes
preloaded: ["Preloaded\\Store", "Preloaded\\Conflict", "Preloaded\\Memory", "Preloaded\\Factory", "Preloaded\\Most", "Preloaded\\Service"]
native: true
native traits: [false, false]
[true, true, false, 2]
[true, false, true]
ok: it ended well
-- compiled only
preloaded: ["Preloaded\\Store", "Preloaded\\Conflict", "Preloaded\\Memory", "Preloaded\\Factory", "Preloaded\\Most", "Preloaded\\Service"]
native: true
native traits: [false, false]
[true, true, false, 2]
[true, false, true]
ok: it ended well
-- with the traits, and the package at hand
preloaded: ["Preloaded\\Store", "Preloaded\\Conflict", "Preloaded\\Memory", "Preloaded\\Factory", "Preloaded\\Most", "Preloaded\\Service", "Preloaded\\ExpiringStore", "Preloaded\\TableStore"]
native: true
native traits: [false, false]
[true, true, false, 2]
[true, false, true]
[true, false, true]
Symfony\Component\Lock\Exception\LockExpiredException false
true
ok: it ended well
-- opcache is off here: nothing is preloaded
preloaded: []
native: true
native traits: [true, true]
ok: it ended well
