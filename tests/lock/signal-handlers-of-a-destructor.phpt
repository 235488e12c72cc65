--TEST--
A release by the destructor that fails: what a signal handler throws meanwhile, or while an error handler or a logger is told, comes out, and so does the loss of another lock
--EXTENSIONS--
pcntl
posix
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/interrupting.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;

final class Broken extends PDO
{
    /** Whether it interrupts what it fails in; null: it works. */
    public ?bool $interrupts = null;

    public function exec(string $statement): int|false
    {
        if (null === $this->interrupts) {
            return parent::exec($statement);
        }
        $this->interrupts && Interruption::interrupt();
        throw new PDOException('no server');
    }
}

final class Logger
{
    /** @var list<string> */
    public array $levels = [];

    public function __construct(private bool $interrupts)
    {
    }

    public function __call(string $level, array $arguments): void
    {
        $this->levels[] = $level;
        'notice' === $level && $this->interrupts && Interruption::interrupt();
    }
}

/** A lock that is released by its destructor only, which fails. */
function broken(bool $interrupts): Lock
{
    $pdo = new Broken('sqlite::memory:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $store = new PdoStore($pdo);
    $store->createTable();
    $lock = new Lock(new Key('r'), $store, 300.0);
    $lock->acquire();
    $pdo->interrupts = $interrupts;

    return $lock;
}

foreach (Interruption::each() as $class => $interruption) {
    foreach (['release' => true, 'report' => false] as $when => $in_release) {
        group("$class in the $when", function () use ($class, $interruption, $in_release) {
            foreach ([false, true] as $throws) {
                $warnings = 0;
                set_error_handler(function (int $level, string $message) use (&$warnings, $in_release, $throws) {
                    $warnings += str_contains($message, 'Failed to release the "r" lock automatically: ');
                    $in_release || Interruption::interrupt();
                    $throws && throw new ErrorException('of the error handler');

                    return true;
                });
                $lock = broken($in_release);
                $got = $interruption->of(function () use (&$lock) {
                    $lock = null;
                });
                same('what comes out', [$class, null], $got);
                same('it was told', 1, $warnings);
                restore_error_handler();
            }
            $lock = broken($in_release);
            $lock->setLogger($logger = new Logger(!$in_release));
            $got = $interruption->of(function () use (&$lock) {
                $lock = null;
            });
            same('with a logger', [$class, null], $got);
            same('which was told', ['notice'], $logger->levels);
        });
    }
}
/** Interrupts what it is asked, once. */
final class Plain implements PersistingStoreInterface
{
    private InMemoryStore $store;

    public function __construct(private string $method)
    {
        $this->store = new InMemoryStore();
    }

    private function ask(string $method, mixed ...$arguments): mixed
    {
        $method === $this->method && Interruption::interrupt();

        return $this->store->$method(...$arguments);
    }

    public function save(Key $key): void
    {
        $this->ask('save', $key);
    }

    public function delete(Key $key): void
    {
        $this->ask('delete', $key);
    }

    public function exists(Key $key): bool
    {
        return $this->ask('exists', $key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        $this->ask('putOffExpiration', $key, $ttl);
    }
}

foreach (Interruption::each() as $class => $interruption) {
    group("$class in a store written in PHP", function () use ($class, $interruption) {
        foreach (['exists', 'delete'] as $method) {
            $warnings = [];
            set_error_handler(function (int $level, string $message) use (&$warnings) {
                $warnings[] = $message;

                return true;
            });
            $lock = new Lock(new Key('r'), $store = new Plain($method));
            $lock->acquire();
            $got = $interruption->of(function () use (&$lock) {
                $lock = null;
            });
            restore_error_handler();
            same("$method(): what comes out", [$class, null], $got);
            same("$method(): nothing failed", [], $warnings);
            same("$method(): released", true, (new Lock(new Key('r'), $store))->acquire());
        }
    });
}
group('nothing else comes out', function () {
    $warnings = 0;
    set_error_handler(function () use (&$warnings) {
        ++$warnings;
        throw new ErrorException('of the error handler');
    });
    $lock = broken(false);
    $lock = null;
    same('it was told', 1, $warnings);
    restore_error_handler();
});
?>
--EXPECT--
ok: Stopped in the release
ok: Stopped in the report
ok: StoppedAsRefused in the release
ok: StoppedAsRefused in the report
ok: Slock\Exception\LockLostException in the release
ok: Slock\Exception\LockLostException in the report
ok: Stopped in a store written in PHP
ok: StoppedAsRefused in a store written in PHP
ok: Slock\Exception\LockLostException in a store written in PHP
ok: nothing else comes out
