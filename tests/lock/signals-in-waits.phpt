--TEST--
Signals while acquire(true) waits: handlers run, the wait goes on, an exception of a handler comes out as it is
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\SemaphoreStore;

pcntl_async_signals(true);

class Interrupted extends Exception
{
}

/** Signals to this process from another one, each 100 ms after it was told of the one before. */
function alarms(int $count): Child
{
    return Child::start(
        'for ($i = 0; $i < '.$count.'; ++$i) { usleep(100_000); posix_kill('.getmypid().', SIGUSR1); fgets(STDIN); }',
        'here',
        ['posix', 'pcntl'],
    );
}

function holder(string $store, string $resource): Child
{
    $child = Child::start(
        "\$lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key(\$argv[1]), $store); "
            ."\$lock->acquire(); echo \"held\\n\"; fgets(STDIN); \$lock->release(); echo \"released\\n\";",
        'here',
        is_native() ? [] : ['sysvsem'],
        [],
        [$resource],
    );
    same("the holder of ".strtok($resource, '-'), 'held', $child->hear());

    return $child;
}

$directory = temporary_directory();
$memory = new InMemoryStore();
$memory->save($taken = new Key('memory'));
$php = new PlainStore();
$php->quiet = true;
$free = false;
$php->always['save'] = function () use (&$free) {
    if (!$free) {
        throw new LockConflictedException();
    }
};
$flock = 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).')';
$holders = [
    'flock' => holder($flock, 'flock'),
    'semaphore' => holder('new Symfony\Component\Lock\Store\SemaphoreStore()', 'semaphore-'.getmypid()),
];
$cases = [
    'memory' => [$memory, 'memory', function () use ($memory, $taken) { $memory->delete($taken); }],
    'php' => [$php, 'php', function () use (&$free) { $free = true; }],
    'flock' => [new FlockStore($directory), 'flock', fn () => $holders['flock']->say('go')],
    'semaphore' => [new SemaphoreStore(), 'semaphore-'.getmypid(), fn () => $holders['semaphore']->say('go')],
];
foreach ($cases as $name => [$store, $resource, $release]) {
    $lock = new Lock(new Key($resource), $store);
    pcntl_signal(SIGUSR1, fn () => throw new Interrupted('enough'));
    $alarms = alarms(1);
    $took = seconds(
        fn () => raises(
            "$name: an exception of a handler",
            Interrupted::class,
            'enough',
            fn () => $lock->acquire(true),
        ),
    );
    check("$name: leaves the wait soon", $took < 10, "$took s");
    same("$name: nothing is held", false, $lock->isAcquired());
    $alarms->finish();

    $count = 0;
    pcntl_signal(SIGUSR1, function () use (&$count, &$alarms, $release) {
        if (3 === ++$count) {
            $release();
        }
        $alarms->say('seen');
    });
    $alarms = alarms(3);
    same("$name: goes on after signals", [true, 3], [$lock->acquire(true), $count]);
    $alarms->finish();
    $lock->release();
}
?>
--EXPECT--
ok: the holder of flock
ok: the holder of semaphore
ok: memory: an exception of a handler
ok: memory: leaves the wait soon
ok: memory: nothing is held
ok: memory: goes on after signals
ok: php: an exception of a handler
ok: php: leaves the wait soon
ok: php: nothing is held
ok: php: goes on after signals
ok: flock: an exception of a handler
ok: flock: leaves the wait soon
ok: flock: nothing is held
ok: flock: goes on after signals
ok: semaphore: an exception of a handler
ok: semaphore: leaves the wait soon
ok: semaphore: nothing is held
ok: semaphore: goes on after signals
