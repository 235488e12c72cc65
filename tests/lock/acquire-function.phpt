--TEST--
Slock\acquire() calls acquire(true, $timeout) or acquireRead(true, $timeout) of a Lock, and belongs to the extension, also when dl() has loaded it
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\NoLock;
use Symfony\Component\Lock\Store\InMemoryStore;

/** A store that notes what it is asked, and from where. */
class NotingStore extends InMemoryStore implements BlockingStoreInterface
{
    public array $calls = [];

    public function save(Key $key): void
    {
        $this->calls[] = $this->caller();
        parent::save($key);
    }

    public function saveRead(Key $key): void
    {
        $this->calls[] = $this->caller();
        parent::saveRead($key);
    }

    public function waitAndSave(Key $key): void
    {
        $this->calls[] = 'waitAndSave';
    }

    private function caller(): array
    {
        $frames = array_slice(debug_backtrace(0), 2, 2);

        return array_map(fn ($frame) => [$frame['function'], $frame['args']], $frames);
    }
}

$store = new NotingStore();
foreach (['acquire' => false, 'acquireRead' => true] as $method => $read) {
    group($method, function () use ($store, $method, $read) {
        foreach ([0.0, 2.5, INF] as $timeout) {
            $store->calls = [];
            $lock = new Lock(new Key('r'), $store);
            same("$timeout", true, Slock\acquire($lock, $timeout, $read));
            if (INF === $timeout && !$read) {
                same('it waits in the store', ['waitAndSave'], $store->calls);
            } else {
                same(
                    "$timeout: what was called, with what",
                    [[[$method, [true, $timeout]], ['Slock\acquire', [$lock, $timeout, $read]]]],
                    $store->calls,
                );
            }
            $lock->release();
        }
    });
}
same('reading on NoLock', true, Slock\acquire(new NoLock(), 0.0, true));
$not_shared = new class() implements Symfony\Component\Lock\LockInterface {
    public function acquire(bool $blocking = false, ?float $timeout = null): bool { return true; }
    public function refresh(?float $ttl = null): void {}
    public function isAcquired(): bool { return false; }
    public function release(): void {}
    public function isExpired(): bool { return false; }
    public function getRemainingLifetime(): ?float { return null; }
};
raises(
    'a lock that is not shared',
    Symfony\Component\Lock\Exception\InvalidArgumentException::class,
    'The parameter $read needs a lock that implements Symfony\Component\Lock\SharedLockInterface',
    fn () => Slock\acquire($not_shared, 0.0, true),
);
same('of', 'slock', (new ReflectionFunction('Slock\acquire'))->getExtensionName());
$functions = array_column((new ReflectionExtension('slock'))->getFunctions(), 'name');
same('listed', ['Slock\acquire', 'Slock\fencing_token'], $functions);

// What dl() has loaded goes with the request, and the function with it; then PHP ends.
$script = script('<?php
    var_dump(dl("slock.so") && Slock\acquire(new Symfony\Component\Lock\NoLock(), 1));');
$command = [
    getenv('SLOCK_TEST_PHP') ?: PHP_BINARY,
    '-n',
    '-d',
    'extension_dir='.(getenv('SLOCK_TEST_MODULES') ?: ini_get('extension_dir')),
    $script,
];
$process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
same('loaded by dl()', "bool(true)\n", stream_get_contents($pipes[1]));
same('and ended well', 0, proc_close($process));
?>
--EXPECT--
ok: acquire
ok: acquireRead
ok: reading on NoLock
ok: a lock that is not shared
ok: of
ok: listed
ok: loaded by dl()
ok: and ended well
