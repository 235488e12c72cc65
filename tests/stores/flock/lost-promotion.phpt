--TEST--
FlockStore: a promotion that has cost the read lock, because a writer was faster, is a loss that is told
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__.'/../../keep-alive/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;

$store = new FlockStore($directory = temporary_directory());

// The writer has read as well, and is faster to change that: it does so in one call, while the promotion waits in
// another thread.
group('a writer was faster', function () use ($store, $directory) {
    $lost = 0;
    for ($tries = 0; $tries < 50 && !$lost; $tries++) {
        $lock = new Lock(new Key('r'), $store, null, false);
        same('reads', true, $lock->acquireRead());
        $told = null;
        $keep = new KeepAlive($lock, onLost: function ($lock, $why) use (&$told) { $told = $why; });
        $file = glob("$directory/sf.*")[0];
        $writer = Child::start('$file = fopen('.var_export($file, true).', "r+"); flock($file, LOCK_SH);
            echo "reads\n"; fgets(STDIN); usleep(100_000);
            echo flock($file, LOCK_EX | LOCK_NB) ? "writes\n" : "refused\n"; fgets(STDIN);');
        same('reads, too', 'reads', $writer->hear());
        $writer->say('go');
        $promoted = $lock->acquire(true, 0.5);
        $writes = 'writes' === $writer->hear();
        if (!$promoted && $writes) {
            $lost++;
            check('told', compute(10, function () use (&$told) { return null !== $told; }));
            same('lost', [true, false], [$keep->isLost(), $lock->isAcquired()]);
        }
        $keep->stop();
        $writer->kill();
        $lock->release();
    }
    same('it has come to that', 1, $lost);
});
?>
--EXPECT--
ok: a writer was faster
