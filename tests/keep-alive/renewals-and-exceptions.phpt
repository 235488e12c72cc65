--TEST--
A renewal by PHP that fails while an exception is on its way: that exception is caught where it has to be
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;

final class Flaky implements PersistingStoreInterface
{
    public static int $failed = 0;
    private int $number = 0;

    public function save(Key $key): void
    {
    }

    public function delete(Key $key): void
    {
    }

    public function exists(Key $key): bool
    {
        return true;
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        if ($this->number++) {
            ++self::$failed;

            throw new RuntimeException('down');
        }
        $key->reduceLifetime($ttl);
    }
}

/** Exceptions are on their way nearly all the time. */
function throws_into(Generator $generator, float $seconds): int
{
    $thrown = new LogicException();
    $count = 0;
    for ($end = hrtime(true) + (int) (1e9 * $seconds); hrtime(true) < $end;) {
        for ($i = 0; $i < 1000; ++$i, ++$count) {
            $generator->throw($thrown);
        }
    }

    return $count;
}

function inner(): Generator
{
    for (;;) {
        try {
            yield 1;
        } catch (LogicException) {
        }
    }
}

function outer(): Generator
{
    yield from inner();
}

foreach (['a generator' => 'inner', 'one inside of another' => 'outer'] as $what => $function) {
    group($what, function () use ($function) {
        ($generator = $function())->current();
        Flaky::$failed = 0;
        $told = 0;
        foreach (range(1, 10) as $i) {
            $lock = new Lock(new Key("r$i"), new Flaky(), 0.3, false);
            $lock->acquire();
            $kept = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
            for ($until = now() + 10; $told < $i && now() < $until;) {
                check('goes on', throws_into($generator, 0.1) > 0);
            }
        }
        check('renewals have failed', Flaky::$failed >= 10, (string) Flaky::$failed);
        same('each loss is told', 10, $told);
    });
}
?>
--EXPECT--
ok: a generator
ok: one inside of another
