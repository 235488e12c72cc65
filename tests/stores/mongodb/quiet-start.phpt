--TEST--
MongoDbStore: nothing is written to the standard error when libmongoc starts, not even after a killed process of the same number
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); is_writable('/dev/shm') || exit('skip no /dev/shm'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

// A process that is killed leaves its counters behind.
$child = Child::start(
    'touch($file = "/dev/shm/mongoc-".getmypid()); chmod($file, 0); '
        .'register_shutdown_function(fn () => @unlink($file)); '
        .'new Symfony\Component\Lock\Store\MongoDbStore(getenv("SLOCK_TEST_MONGODB_URI"), ["database" => "a", '
        .'"collection" => "b"]); echo "made\n";',
    under: ['env', '-u', 'MONGOC_DISABLE_SHM'],
);
same('output', "made\n", $child->finish());
same('exit', 0, $child->exit);
?>
--EXPECT--
ok: output
ok: exit
