--TEST--
A strategy written in PHP and a subclass of CombinedStore: what they are asked, and $this->logger
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\StrategyInterface;

class AtLeastOne implements StrategyInterface
{
    public array $asked = [];

    public function isMet(int $numberOfSuccess, int $numberOfItems): bool
    {
        $this->asked[] = "met $numberOfSuccess/$numberOfItems";

        return $numberOfSuccess >= 1;
    }

    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
    {
        $this->asked[] = "can $numberOfFailure/$numberOfItems";

        return $numberOfFailure < $numberOfItems;
    }
}
class Combined extends CombinedStore
{
    public function logger(): ?object
    {
        return $this->logger;
    }
}

$quiet = function (?Throwable $do = null) {
    $store = new PlainStore();
    $store->quiet = true;
    $store->always['save'] = $do;

    return $store;
};
$store = new CombinedStore([$quiet(), $quiet(new LockConflictedException()), $quiet()], $strategy = new AtLeastOne());
$store->save(new Key('r'));
same('asked by save', ['can 0/3', 'can 1/3', 'can 1/3', 'met 2/3'], $strategy->asked);
$strategy->asked = [];
same('exists', false, $store->exists(new Key('r')));
same('asked by exists', ['met 0/3', 'can 1/3', 'met 0/3', 'can 2/3', 'met 0/3', 'can 3/3'], $strategy->asked);

class Broken extends AtLeastOne
{
    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
    {
        throw new DomainException('no idea');
    }
}
raises(
    'an exception of the strategy',
    DomainException::class,
    'no idea',
    fn () => (new CombinedStore([$quiet()], new Broken()))->save(new Key('r')),
);

$store = new Combined([new InMemoryStore()], new AtLeastOne());
same('no logger', null, $store->logger());
$store->setLogger($logger = new ArrayLogger());
same('the logger', $logger, $store->logger());
?>
--EXPECT--
ok: asked by save
ok: exists
ok: asked by exists
ok: an exception of the strategy
ok: no logger
ok: the logger
