--TEST--
CombinedStore: a fatal error in a member is the one that is told, and the other native members give the lock back
--SKIPIF--
<?php ZEND_DEBUG_BUILD && print 'skip a debug PHP leaves the store by a jump'; ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

// Another process: the memory limit of this one is not for a test to reach.
echo output_of('require "'.__DIR__.'/../../inc/quorum.inc";
    use Symfony\Component\Lock\{Key, Lock, Store\CombinedStore, Store\InMemoryStore, Strategy\UnanimousStrategy};
    class Greedy extends Member { public function save(Key $key): void { str_repeat("x", 900_000_000); } }
    $greedy = new Greedy();
    [$first, $last] = [new InMemoryStore(), new InMemoryStore()];
    register_shutdown_function(function () use ($greedy, $first, $last) {
        same("the error", 1, preg_match("/^Allowed memory size of \\d+ bytes exhausted/", error_get_last()["message"]));
        same("nothing was asked of it any more", [], $greedy->calls);
        foreach ([$first, $last] as $store) {
            same("free", true, (new Lock(new Key("r"), $store))->acquire());
        }
    });
    ini_set("display_errors", "0");
    ini_set("memory_limit", "64M");
    (new Lock($key = new Key("r"), new CombinedStore([$first, $greedy, $last], new UnanimousStrategy())))->acquire();');
?>
--EXPECT--
ok: the error
ok: nothing was asked of it any more
ok: free
ok: free
