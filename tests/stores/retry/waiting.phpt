--TEST--
RetryTillSaveStore: pauses, attempts, interrupts; a lifetime that an attempt counted does not last
--SKIPIF--
<?php if (!extension_loaded('pcntl')) die('skip pcntl is not there'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/stores.inc';
require __DIR__.'/../../inc/logger.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;

/** Notes when it was asked; refuses the first $refusals times. */
class Busy extends PlainStore
{
    public array $times = [];

    public function __construct(private int $refusals)
    {
        parent::__construct();
    }

    public function save(Key $key): void
    {
        $this->times[] = now();
        $key->reduceLifetime(2);
        if ($this->refusals-- > 0) {
            throw new LockConflictedException('refused');
        }
    }

    /** The pauses between the attempts in ms. */
    public function pauses(): array
    {
        $pauses = [];
        for ($i = 1; $i < count($this->times); ++$i) {
            $pauses[] = 1000 * ($this->times[$i] - $this->times[$i - 1]);
        }

        return $pauses;
    }
}

$store = new RetryTillSaveStore($busy = new Busy(8), 50);
$store->waitAndSave($key = new Key('r'));
same('attempts', 9, count($busy->times));
check('pauses of 50 ms, a tenth less at most', min($busy->pauses()) >= 45, show($busy->pauses()));
check('and not much more', min($busy->pauses()) < 100, show($busy->pauses()));
check('not all alike', max($busy->pauses()) - min($busy->pauses()) > 0.2, show($busy->pauses()));
between('the lifetime is that of the last attempt', 1.65, 2, $key->getRemainingLifetime());

$key = new Key('r');
$key->reduceLifetime(100);
raises(
    'given up',
    LockConflictedException::class,
    '',
    fn () => (new RetryTillSaveStore(new Busy(9), 1, 2))->waitAndSave($key),
);
between('the lifetime before', 99, 100, $key->getRemainingLifetime());

$store = new RetryTillSaveStore($busy = new Busy(9), 200, 2);
$time = seconds(fn () => outcome(fn () => $store->waitAndSave(new Key('r'))));
between('seconds, without a pause after the last attempt', 0.17, 0.37, $time);
$store = new RetryTillSaveStore($busy = new Busy(9), PHP_INT_MAX, 1);
raises('one attempt', LockConflictedException::class, '', fn () => $store->waitAndSave(new Key('r')));
$store = new RetryTillSaveStore($busy = new Busy(500), 0);
same('without a pause', true, seconds(fn () => $store->waitAndSave(new Key('r'))) < 5);

// A signal alone is not an answer; the handler runs while we wait.
pcntl_async_signals(true);
$handled = 0;
pcntl_signal(SIGALRM, function () use (&$handled) { ++$handled; });
pcntl_alarm(1);
$start = now();
$store = new RetryTillSaveStore(new Busy(4), 400);
same('waits on after a signal', null, $store->waitAndSave(new Key('r')));
same('the handler ran', 1, $handled);
check('all pauses were made', now() - $start >= 4 * 0.36, show(now() - $start));

class Stop extends Exception
{
}
pcntl_signal(SIGALRM, fn () => throw new Stop('alarm'));
pcntl_alarm(1);
$start = now();
$store = new RetryTillSaveStore($busy = new Busy(9), 60_000);
$store->setLogger($logger = new ArrayLogger());
raises('an exception from a handler ends the wait', Stop::class, 'alarm', fn () => $store->waitAndSave(new Key('r')));
between('at once: seconds', 0.5, 5, now() - $start);
same('without a word', [], $logger->records);
pcntl_alarm(1);
$lock = new Lock(new Key('r'), new RetryTillSaveStore(new Busy(9), 60_000));
raises('and that of a lock', Stop::class, 'alarm', fn () => $lock->acquire(true));

// In front of one of our own stores.
$memory = new InMemoryStore();
$memory->save($other = new Key('r'));
$store = new RetryTillSaveStore($memory, 1, 3);
$store->setLogger($logger);
raises('a store of ours', LockConflictedException::class, '', fn () => $store->waitAndSave(new Key('r')));
same(
    'warning',
    '  log warning: Failed to store the "{resource}" lock. Abort after {retry} retry. | resource=Key(r) retry=3'."\n",
    $logger->flush(),
);
same('a lock', false, (new Lock(new Key('r'), $store))->acquire());
pcntl_signal(SIGALRM, fn () => $memory->delete($other));
pcntl_alarm(1);
same('a lock waits for it', true, (new Lock(new Key('r'), new RetryTillSaveStore($memory, 10)))->acquire(true));
?>
--EXPECT--
ok: attempts
ok: pauses of 50 ms, a tenth less at most
ok: and not much more
ok: not all alike
ok: the lifetime is that of the last attempt
ok: given up
ok: the lifetime before
ok: seconds, without a pause after the last attempt
ok: one attempt
ok: without a pause
ok: waits on after a signal
ok: the handler ran
ok: all pauses were made
ok: an exception from a handler ends the wait
ok: at once: seconds
ok: without a word
ok: and that of a lock
ok: a store of ours
ok: warning
ok: a lock
ok: a lock waits for it
