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
ok: nothing else comes out
