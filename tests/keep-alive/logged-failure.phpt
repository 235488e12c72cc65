--TEST--
A renewal that fails says why to the logger, once for each, and without a logger to nobody; one that is refused has nothing to add
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

final class Notices
{
    /** @var list<array{string, array}> */
    public array $had = [];

    public function __call(string $level, array $arguments): void
    {
        if ('notice' === $level) {
            $this->had[] = [$arguments[0], array_diff_key($arguments[1], ['resource' => 1])];
        }
    }
}

foreach (['fails' => ['reason' => 'no server'], 'is refused' => []] as $how => $context) {
    group("one that $how", function () use ($how, $context) {
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 2.0, false);
        $lock->setLogger($logger = new Notices());
        $lock->acquire();
        $store->on_renewal = function (CountingStore $store) use ($how) {
            'fails' === $how ? throw new LockStorageException('no server') : $store->give_away('r');
        };
        $lost = false;
        $keep = new KeepAlive($lock, onLost: function () use (&$lost) { $lost = true; });
        check('renewed', compute(10, fn () => $lost || $logger->had));
        $keep->stop();
        same('said', ['Failed to define an expiration for the "{resource}" lock.', $context], $logger->had[0] ?? null);
    });
}
?>
--EXPECT--
ok: one that fails
ok: one that is refused
