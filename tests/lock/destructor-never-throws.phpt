--TEST--
A destructor never throws: a failed automatic release is a notice for the logger, and without a logger a warning
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

$warnings = [];
set_error_handler(function (int $level, string $message) use (&$warnings) {
    $warnings[] = [$level, $message];

    return true;
});

$cases = [
    'exists fails' => ['exists' => [new LockStorageException('server down')]],
    'exists fails with an Error' => ['exists' => [new Error('server down')]],
    'delete fails' => ['exists' => [true], 'delete' => [new LockStorageException('server down')]],
    'delete fails with LockReleasingException' => [
        'exists' => [true],
        'delete' => [new LockReleasingException('server down')],
    ],
    'delete fails with an Error' => ['exists' => [true], 'delete' => [new Error('server down')]],
    'the second exists fails' => ['exists' => [true, new LockStorageException('server down')]],
    'it is still there' => ['exists' => [true, true]],
];
foreach ($cases as $what => $next) {
    foreach ([true, false] as $with) {
        $store = new PlainStore();
        $store->quiet = true;
        $lock = new Lock(new Key('r'), $store);
        $logger = new ArrayLogger();
        if ($with) {
            $lock->setLogger($logger);
        }
        $lock->acquire();
        $logger->records = [];
        $warnings = [];
        $store->next = $next;
        $thrown = outcome(function () use (&$lock) { $lock = null; });
        same("$what: nothing is thrown", 'NULL', $thrown);
        if ($with) {
            check("$what: logged as notice", in_array('notice', $logger->levels(), true), show($logger->levels()));
            same("$what: no warning beside", [], $warnings);
        } else {
            same("$what: one warning", [E_WARNING], array_column($warnings, 0));
            check("$what: that names the lock", str_contains($warnings[0][1] ?? '', '"r"'), show($warnings));
        }
    }
}

// A release inside a function that is being left by an exception does not disturb that exception.
$store = new PlainStore();
$store->quiet = true;
function leave(PlainStore $store): void
{
    $lock = new Lock(new Key('r'), $store);
    $lock->acquire();
    $store->next = ['exists' => [true], 'delete' => [new LockStorageException('server down')]];
    throw new LogicException('the real trouble');
}
$e = raises('an exception on its way', LogicException::class, 'the real trouble', fn () => leave($store));
same('stays alone', null, $e->getPrevious());
same('and the store was asked to release', ['save', 'exists', 'delete'], $store->calls);

// A handler that turns warnings into exceptions does not make the destructor throw at a surprising place.
$child = <<<'CODE'
require $argv[1].'/stores.inc';
$store = new PlainStore();
$store->quiet = true;
$lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('r'), $store);
$lock->acquire();
$store->next = ['exists' => [true], 'delete' => [new Exception('server down')]];
echo "end of the script\n";
CODE;
require __DIR__.'/../inc/process.inc';
$child = Child::start($child, arguments: [__DIR__.'/../inc']);
$output = $child->finish();
check(
    'at the end of the script: a warning',
    str_contains($output, "end of the script\n\nWarning: ") && !str_contains($output, 'Fatal'),
    $output,
);
same('and exit status 0', 0, $child->exit);
?>
--EXPECT--
ok: exists fails: nothing is thrown
ok: exists fails: logged as notice
ok: exists fails: no warning beside
ok: exists fails: nothing is thrown
ok: exists fails: one warning
ok: exists fails: that names the lock
ok: exists fails with an Error: nothing is thrown
ok: exists fails with an Error: logged as notice
ok: exists fails with an Error: no warning beside
ok: exists fails with an Error: nothing is thrown
ok: exists fails with an Error: one warning
ok: exists fails with an Error: that names the lock
ok: delete fails: nothing is thrown
ok: delete fails: logged as notice
ok: delete fails: no warning beside
ok: delete fails: nothing is thrown
ok: delete fails: one warning
ok: delete fails: that names the lock
ok: delete fails with LockReleasingException: nothing is thrown
ok: delete fails with LockReleasingException: logged as notice
ok: delete fails with LockReleasingException: no warning beside
ok: delete fails with LockReleasingException: nothing is thrown
ok: delete fails with LockReleasingException: one warning
ok: delete fails with LockReleasingException: that names the lock
ok: delete fails with an Error: nothing is thrown
ok: delete fails with an Error: logged as notice
ok: delete fails with an Error: no warning beside
ok: delete fails with an Error: nothing is thrown
ok: delete fails with an Error: one warning
ok: delete fails with an Error: that names the lock
ok: the second exists fails: nothing is thrown
ok: the second exists fails: logged as notice
ok: the second exists fails: no warning beside
ok: the second exists fails: nothing is thrown
ok: the second exists fails: one warning
ok: the second exists fails: that names the lock
ok: it is still there: nothing is thrown
ok: it is still there: logged as notice
ok: it is still there: no warning beside
ok: it is still there: nothing is thrown
ok: it is still there: one warning
ok: it is still there: that names the lock
ok: an exception on its way
ok: stays alone
ok: and the store was asked to release
ok: at the end of the script: a warning
ok: and exit status 0
