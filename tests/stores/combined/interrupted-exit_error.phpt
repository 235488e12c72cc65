--TEST--
CombinedStore: exit() in a member gives the lock back on the way out, and wins over an exception
--FILE--
<?php
require __DIR__.'/interrupted.inc';
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

// exit() while the lock is given back wins over an exception.
echo output_of('require "'.__DIR__.'/../../inc/quorum.inc";
    use Symfony\Component\Lock\{Key, Store\CombinedStore, Strategy\UnanimousStrategy};
    class Leaves extends Member { public function delete(Key $key): void { exit("exit in delete\n"); } }
    class Breaks extends Member { public function save(Key $key): void { throw new Error("must not be seen"); } }
    $last = new Member();
    register_shutdown_function(function () use ($last) {
        same("the last member is asked all the same", ["delete"], $last->calls);
    });
    $store = new CombinedStore([new Leaves(), new Breaks(), $last], new UnanimousStrategy());
    try { $store->save(new Key("r")); } finally { echo "FAIL: finally runs\n"; }');

// exit() in a member: the lock is given back on the way out, and nothing is caught.
$held = new Member();
$exits = new class extends Member {
    public function save(Key $key): void
    {
        exit("exit\n");
    }
};
register_shutdown_function(function () use ($held) {
    same('nothing is left after exit()', [], $held->held);
    same('the member was asked to let go', ['save', 'delete'], $held->calls);
});
try {
    (new Lock(new Key('r'), new CombinedStore([$held, $exits, new Member()], new UnanimousStrategy())))->acquire();
} finally {
    echo "FAIL: finally runs\n";
}
?>
--EXPECT--
exit in delete
ok: the last member is asked all the same
exit
ok: nothing is left after exit()
ok: the member was asked to let go
