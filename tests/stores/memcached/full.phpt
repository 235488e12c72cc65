--TEST--
MemcachedStore: a full server that evicts nothing (-M) loses no lock to those who are refused, nor to a refresh or a renewal that it has no memory for
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

foreach (['auto', 'meta', 'text'] as $protocol) {
    group($protocol, function () use ($protocol) {
        $full = new OwnMemcached('-M', '-m', '2');
        $store = fn () => new MemcachedStore($full->dsn("?protocol=$protocol"));
        $lock = new Lock(new Key('lock'), $store(), 60.0, false);
        same('acquired', true, $lock->acquire());
        $kept = new Lock(new Key('kept'), $store(), 6.0, false);
        same('another one', true, $kept->acquire());
        $keep = new Slock\KeepAlive($kept);
        $text = $full->text();
        for ($i = 0, $answer = ''; !str_starts_with($answer, 'SERVER_ERROR'); ++$i) {
            $answer = $text->call("set key$i 0 0 44\r\n".str_repeat('x', 44));
        }
        $ends = [];
        for ($i = 0; $i < 5; ++$i) {
            $ends[] = outcome(fn () => (new Lock(new Key('lock'), $store(), 60.0, false))->acquire());
        }
        check('nobody gets it', !in_array('true', $ends, true), implode(', ', $ends));
        check('a refresh fails', 'NULL' !== outcome(fn () => $lock->refresh()));
        same('it is held', true, $lock->isAcquired());
        usleep(2_600_000);
        same('also what is kept alive', true, $kept->isAcquired());
        $keep->stop();
        if ('text' !== $protocol) {
            // There a release writes, for which there is no memory.
            $lock->release();
            same('released', false, $lock->isAcquired());
        }
        $full->stop();
    });
}
?>
--EXPECT--
ok: auto
ok: meta
ok: text
