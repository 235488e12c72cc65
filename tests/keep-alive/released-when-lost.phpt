--TEST--
A loss that nobody has been told of when the lock is released: isLost() goes on to say so
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;

/** Does something within a logger, where interrupts wait. */
final class Within
{
    public ?Closure $does = null;

    public function __call(string $level, array $arguments): void
    {
        if ($does = $this->does) {
            $this->does = null;
            $does();
        }
    }
}

function within(Closure $does): void
{
    $other = new Lock(new Key(unique()), new InMemoryStore());
    $other->setLogger($within = new Within());
    $within->does = $does;
    $other->acquire();
    same('done', null, $within->does);
}

group('in a logger', function () {
    foreach (['release', 'stop'] as $how) {
        foreach ([true, false] as $is_lost) {
            $lock = new Lock(new Key(unique()), new InMemoryStore(), 300.0, false);
            $lock->acquire();
            $told = 0;
            $keep = new KeepAlive($lock, maxLifetime: $is_lost ? 0.01 : 300.0, onLost: function () use (&$told) {
                ++$told;
            });
            within(function () use ($lock, $keep, $how, $is_lost) {
                usleep(20_000);
                same("before $how()", $is_lost, $keep->isLost());
                'release' === $how ? $lock->release() : $keep->stop();
                same("after $how()", $is_lost, $keep->isLost());
            });
            compute(0.05);
            same("$how(): and later", [$is_lost, 0], [$keep->isLost(), $told]);
        }
    }
});

group('two that are lost together, of which one releases the other', function () {
    $locks = $keeps = $told = [];
    foreach ([0, 1] as $i) {
        ($locks[$i] = new Lock(new Key(unique()), new InMemoryStore(), 300.0, false))->acquire();
    }
    foreach ([0, 1] as $i) {
        $keeps[$i] = new KeepAlive($locks[$i], maxLifetime: 0.02, onLost: function () use (&$locks, &$told, $i) {
            $told[] = $i;
            $locks[1 - $i]->release();
        });
    }
    usleep(30_000);
    compute(0.1);
    same('told', 1, count($told));
    same('both are lost', [true, true], [$keeps[0]->isLost(), $keeps[1]->isLost()]);
});
?>
--EXPECT--
ok: in a logger
ok: two that are lost together, of which one releases the other
