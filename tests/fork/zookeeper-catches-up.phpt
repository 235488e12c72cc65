--TEST--
ZookeeperStore: in a process that has forked, the server catches up with the others before it says whether there is a node
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/holder.inc';
require __DIR__.'/../inc/zookeeper.inc';

/*
 * A relative may have released the lock by way of another server of an ensemble, and somebody else may have it by now:
 * a server that lags behind still has the node of before, and a delete of that would be one of the next owner's, whose
 * node has the same version.
 */
$server = new OwnZookeeper();
$proxy = new ZookeeperProxy($server->host);
[$host, $port] = explode(':', $proxy->host);
// One name may stand for all servers of an ensemble.
$hosts = ['one name' => $proxy->host, 'two names' => "$proxy->host,localhost:$port"];
/** What another process asks, in which nothing has been forked before $first. */
$asked = function (string $hosts, string $first) use ($proxy) {
    $make = "new Symfony\\Component\\Lock\\Store\\ZookeeperStore('zookeeper://$hosts')";
    $process = holder($make, unique(), '', extensions: ['pcntl', 'posix']);
    $all = [];
    foreach (['acquire', 'isAcquired', 'release'] as $i => $method) {
        $i || $process->say("\$lock->isAcquired(); $first");
        $process->say("echo json_encode(\$lock->$method()), \"\\n\";");
        if (!$i) {
            $process->say('echo "acquired\\n";');
        }
        check($method, in_array($process->hear(), ['true', 'null'], true));
        $i || $process->hear();
        $all[$method] = $proxy->requests();
    }
    $process->say('isset($child) && posix_kill($child, SIGKILL);');
    same('nothing else', '', $process->finish());
    check('the session is closed', 'close' === $proxy->requests());

    return $all;
};

$fork = '$child = pcntl_fork(); if (!$child) { while (true) { sleep(1); } }';
foreach ($hosts as $what => $hosts) {
    foreach (['alone' => '', 'with a child' => $fork] as $how => $first) {
        group("$what, $how", function () use ($asked, $hosts, $first) {
            $sync = $first ? 'sync ' : '';
            $expected = [
                'acquire' => 'sync get create',
                'isAcquired' => "{$sync}get",
                'release' => "{$sync}get delete",
            ];
            same('asks', $expected, $asked($hosts, $first));
        });
    }
}
?>
--EXPECT--
ok: one name, alone
ok: one name, with a child
ok: two names, alone
ok: two names, with a child
