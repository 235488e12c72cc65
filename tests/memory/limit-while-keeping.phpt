--TEST--
The memory limit ends a request between getting a lock and keeping it: nobody has it then
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;

    ini_set('memory_limit', '256M');
    $store = new ('Symfony\Component\Lock\Store\\'.$argv[1])($argv[2]);
    $lock = new Lock(new Key('r'), $store, null, false);
    register_shutdown_function(function () use ($store, $lock, $argv) {
        ini_set('memory_limit', '-1');
        // What is kept nowhere ends with the request, and with the next lock that is kept in this one.
        (new Lock(new Key('another'), $store))->acquire();
        $other = new Lock(new Key('r'), new $store($argv[2]));
        // Where the limit jumps out depends on the build of PHP.
        echo $lock->isAcquired() === $other->acquire() ? "\nlost\n" : "\nheld or free\n";
    });
    $all = [];
    // The next object doubles the engine's table of objects, by two megabytes.
    do {
        $all[] = $object = new stdClass();
    } while (262143 !== spl_object_id($object));
    gc_mem_caches();
    ini_set('memory_limit', (string) (memory_get_usage(true) + (1 << 20)));
    $lock->acquire();
    echo "acquired\n";
    CODE;
foreach (['FlockStore' => temporary_directory(), 'SemaphoreStore' => bin2hex(random_bytes(4))] as $store => $place) {
    $said = output_of($code, 'here', [], [], [$store, $place]);
    echo preg_replace('/ of \d+ bytes.*/', '', trim($said)), "\n";
}
?>
--EXPECT--
Fatal error: Allowed memory size

held or free
Fatal error: Allowed memory size

held or free
