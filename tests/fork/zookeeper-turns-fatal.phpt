--TEST--
ZookeeperStore in a quorum: a fatal error in the middle of a release keeps its turn no longer than its request
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/zookeeper.inc';

/* Request after request in one process, which is PHP's own web server. */
file_put_contents(
    $script = temporary_directory().'/request.php',
    '<?php require '.var_export(realpath(__DIR__.'/../inc/quorum.inc'), true).<<<'CODE'
    ;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\CombinedStore;
    use Symfony\Component\Lock\Store\ZookeeperStore;
    use Symfony\Component\Lock\Strategy\UnanimousStrategy;

    // Unlike the memory limit this leaves the store by a jump in every build of PHP.
    final class Endless extends Member
    {
        public function delete(Key $key): void
        {
            ini_set('display_errors', '0');
            echo getmypid();
            set_time_limit(1);
            while (true);
        }
    }

    $store = new ZookeeperStore($_GET['dsn']);
    $key = new Key($_GET['resource']);
    if ('fatal' === $_GET['what']) {
        $quorum = new CombinedStore([$store, new Endless()], new UnanimousStrategy());
        $quorum->save($key);
        $quorum->delete($key);
        echo ' and goes on';
        exit;
    }
    // The session of the request before ends with it.
    $saved = eventually(fn () => 'NULL' === outcome(fn () => $store->save($key)), 15);
    $report = tempnam(sys_get_temp_dir(), 'slock-fork-');
    if (!$pid = pcntl_fork()) {
        $held = $store->exists($key);
        $took = seconds(fn () => $store->delete($key));
        file_put_contents($report, json_encode([$held, $store->exists($key), $took]));
        posix_kill(getmypid(), SIGKILL); // or it would wait for requests, too
    }
    pcntl_waitpid($pid, $status);
    echo json_encode([getmypid(), $saved, ...json_decode(file_get_contents($report))]);
    unlink($report);
    CODE,
);
$server = new OwnZookeeper();
$port = free_port();
$web = Child::run(
    ['-S', "127.0.0.1:$port", $script],
    'here',
    ['pcntl', 'posix'],
    [],
    ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'],
);
check('the web server answers', eventually(fn () => @fsockopen('127.0.0.1', $port)));
$get = fn (string $what, string $resource) => (string) file_get_contents(
    "http://127.0.0.1:$port/?".http_build_query(['what' => $what, 'resource' => $resource, 'dsn' => $server->dsn()]),
    false,
    stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 40]]),
);

group('the next request', function () use ($get) {
    $pid = $get('fatal', $resource = unique());
    check('a fatal error', ctype_digit($pid), $pid);
    $answer = $get('next', $resource);
    [$same, $saved, $held, $still, $took] = json_decode($answer, true) ?? [$answer, 0, 0, 0, 99];
    same('in the same process', $pid, (string) $same);
    same('its child releases', [true, true, false], [$saved, $held, $still]);
    between('seconds', 0, 0.7, $took);
});
$web->kill();
?>
--EXPECT--
ok: the web server answers
ok: the next request
