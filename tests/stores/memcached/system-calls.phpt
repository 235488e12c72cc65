--TEST--
MemcachedStore: no more system calls than a request and its answer need, once a connection is in use: what has come unasked is looked for where the answer has no number of its own, so not where the server takes versions
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';
require __DIR__.'/../../inc/strace.inc';

$server = new OwnMemcached();
ob_start();
print_calls(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\MemcachedStore;

    $store = new MemcachedStore($argv[1]);
    $lock = new Lock(new Key($argv[2]), $store, 300);
    $other = new Lock(new Key($argv[2]), $store, 300);
    // The connection and the first few answers, which are waited for with poll(): a script with one lock
    // is over by then.
    for ($i = 0; $i < 4; ++$i) {
        $lock->acquire();
        $lock->refresh();
        $lock->isAcquired();
        $lock->release();
    }
    for ($i = 0; $i < 5; ++$i) {
        step('acquire', fn () => $lock->acquire());
        step('isAcquired', fn () => $lock->isAcquired());
        step('refresh', fn () => $lock->refresh());
        step('conflict', fn () => $other->acquire());
        step('release', fn () => $lock->release());
    }
    CODE, [$server->dsn(), unique()]);
// On a busy machine more than 50 ms may be between an answer and the next request: then it looks.
$fewest = [];
foreach (explode("\n", trim(ob_get_clean())) as $line) {
    $step = strstr($line, ':', true);
    if (!isset($fewest[$step]) || strlen($line) < strlen($fewest[$step])) {
        $fewest[$step] = $line;
    }
}
echo implode("\n", $fewest), "\n";
?>
--EXPECTREGEX--
acquire: recvfrom sendto recvfrom
isAcquired: recvfrom sendto recvfrom
refresh: recvfrom sendto recvfrom recvfrom sendto recvfrom
conflict: getrandom recvfrom sendto recvfrom
release: recvfrom sendto recvfrom sendto recvfrom|acquire: sendto recvfrom
isAcquired: sendto recvfrom
refresh: sendto recvfrom
conflict: getrandom sendto recvfrom
release: sendto recvfrom
