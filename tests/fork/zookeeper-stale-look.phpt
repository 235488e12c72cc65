--TEST--
ZookeeperStore in a quorum: the node is looked at again before it is deleted when another member has taken its time
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** Everything is granted, and a release takes its time. */
final class SlowMember implements PersistingStoreInterface
{
    public function __construct(private Closure $meanwhile)
    {
    }

    public function save(Key $key): void
    {
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
    }

    public function exists(Key $key): bool
    {
        return true;
    }

    public function delete(Key $key): void
    {
        ($this->meanwhile)();
    }
}

$server = new OwnZookeeper();
foreach ([
    'at once' => [0.0, false],
    'late' => [0.7, false],
    'late, and there is another owner' => [0.7, true],
] as $how => [$late, $next]) {
    group($how, function () use ($server, $late, $next) {
        $name = unique();
        $wire = $server->wire();
        $meanwhile = function () use ($wire, $late, $next, $name) {
            usleep((int) (1e6 * $late));
            if ($next) {
                // A related process has released it, and somebody else has it.
                $wire->delete("/$name");
                $wire->create("/$name", 'next');
            }
        };
        $store = new CombinedStore(
            [new ZookeeperStore("zookeeper://$server->host?read_timeout=5"), new SlowMember($meanwhile)],
            new ConsensusStrategy(),
        );
        $lock = new Lock(new Key($name), $store, null, false);
        same('acquired', true, $lock->acquire());
        same('released', null, $lock->release());
        same('the node', $next, in_array($name, $server->wire()->children(), true));
    });
}
?>
--EXPECT--
ok: at once
ok: late
ok: late, and there is another owner
