--TEST--
SemaphoreStore::isSupported() follows the extension sysvsem, as in the package, so that processes choose the same store; the store itself needs none
--EXTENSIONS--
sysvsem
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';


// A PHP that has it compiled in is never without.
$class = 'Symfony\Component\Lock\Store\SemaphoreStore';
$follows = "echo $class::isSupported() === extension_loaded('sysvsem') ? 'yes' : 'no';";
foreach (['slock', '7.4'] as $with) {
    foreach ([['sysvsem'], []] as $extensions) {
        echo "$with, as the extension: ", Child::start($follows, $with, $extensions)->finish(), "\n";
    }
}
echo 'without, one lock: ', Child::start(<<<'CODE'
    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\Store\SemaphoreStore;

    $locks = array_map(fn () => (new LockFactory(new SemaphoreStore()))->createLock('one'.getmypid()), [1, 2]);
    echo json_encode([$locks[0]->acquire(), $locks[1]->acquire()]);
    CODE, 'slock')->finish(), "\n";
?>
--EXPECT--
slock, as the extension: yes
slock, as the extension: yes
7.4, as the extension: yes
7.4, as the extension: yes
without, one lock: [true,false]
