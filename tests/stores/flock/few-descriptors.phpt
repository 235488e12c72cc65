--TEST--
FlockStore: a bounded wait in a process that has no descriptor left but for the file and what wakes the wait
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
$holder = new Lock(new Key('r'), new FlockStore($directory));
same('held', true, $holder->acquire());
$code = <<<'CODE'
    $store = new Symfony\Component\Lock\Store\FlockStore($argv[1]);
    $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('r'), $store);
    for ($files = []; $file = @fopen('/dev/null', 'r');) {
        $files[] = $file;
    }
    for ($left = 0; $left < 4; ++$left) {
        try {
            $results[] = $lock->acquire(true, 0.2);
        } catch (Symfony\Component\Lock\Exception\LockAcquiringException $e) {
            $results[] = 'told';
        }
        array_pop($files);
    }
    echo json_encode($results), "\n";
    CODE;
$child = Child::start($code, 'here', [], [], [$directory], ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh']);
echo $child->finish();
?>
--EXPECT--
ok: held
["told",false,false,false]
