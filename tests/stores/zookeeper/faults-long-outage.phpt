--TEST--
ZookeeperStore: an outage that is much longer than the session's timeout ends no session with locks, whatever is asked meanwhile
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('zookeeper server');
need_command('faketime');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../../inc/zookeeper.inc';
require __DIR__.'/../../inc/faketime.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\ZookeeperStore;

    $store = new ZookeeperStore($argv[1]);
    $lock = new Lock(new Key($argv[2]), $store, null, false);
    $tries = function (callable $f): mixed {
        try {
            return $f();
        } catch (Symfony\Component\Lock\Exception\ExceptionInterface $e) {
            return $e->getMessage().' '.$e->getPrevious()?->getMessage();
        }
    };
    echo json_encode($lock->acquire()), "\n";
    while ($line = fgets(STDIN)) {
        echo json_encode($tries(eval("return fn () => $line;"))), "\n";
    }
    CODE;

foreach (['a lock is held' => true, 'no lock is held' => false] as $what => $held) {
    group($what, function () use ($code, $held) {
        $server = new OwnZookeeper();
        // The clock that does not jump counts as well, and so far that there is no need to wait for a minute.
        $clock = temporary_directory().'/clock';
        $under = array_values(array_filter(with_clock($clock), fn ($word) => !str_contains($word, 'DONT_FAKE')));
        $dsn = $server->dsn('?timeout=0.5&read_timeout=1&session_timeout=8');
        $child = Child::start($code, 'here', [], [], [$dsn, $name = unique()], $under);
        $ask = function (string $code) use ($child) {
            $child->say($code);

            return (string) $child->hear();
        };
        same('acquired', 'true', $child->hear());
        $held or same('released', 'null', $ask('$lock->release()'));
        $server->stop();
        check('away', str_contains($ask('$lock->isAcquired()'), 'no connection within 0.5 seconds'));
        write_clock($clock, 90);
        check('a minute later', str_contains($ask('$store->save(new Symfony\Component\Lock\Key("B"))'), $server->host));
        $server->start();
        $there = fn () => $ask('$lock->isAcquired()') === json_encode($held);
        check('held as before', eventually($there, 6), $ask('$lock->isAcquired()'));
        $other = new Lock(new Key($name), new ZookeeperStore($server->dsn()), null, true);
        same('by another one', !$held, $other->acquire());
        same('still', json_encode($held), $ask('$lock->isAcquired()'));
        $child->finish();
    });
}
?>
--EXPECT--
ok: a lock is held
ok: no lock is held
