--TEST--
Ports that a test has got for its servers are no other test's until it ends
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../stores/redis/groups.inc';

/** Ports of a process that lives until its input ends, as a test with many servers has them. */
$ports = 'require "'.__DIR__.'/../stores/redis/groups.inc";'.<<<'CODE'
    for ($i = 0; $i < 80; ++$i) {
        $all[] = free_port();
        $all[] = $low = low_port();
        $all[] = $low + 10000; // the bus of a cluster
    }
    echo implode(' ', $all), "\n";
    fgets(STDIN);
    CODE;
for ($i = 0; $i < 5; ++$i) {
    $tests[] = Child::start($ports);
}
$taken = [];
foreach ($tests as $test) {
    array_push($taken, ...explode(' ', (string) $test->hear(120.0)));
}
same('all have got theirs', 5 * 240, count($taken));
same('nobody has got another one\'s', [], array_values(array_diff_key($taken, array_unique($taken))));

group('a child that was forked gets others', function () {
    $port = free_port();
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$pid = pcntl_fork()) {
        try {
            fwrite($there, claim_ports($port) ? 'its parent\'s' : 'another one');
        } finally {
            posix_kill(getmypid(), SIGKILL);
        }
    }
    fclose($there);
    pcntl_waitpid($pid, $status);
    same('which it gets', 'another one', fread($here, 100));
    $other = Child::start('var_dump(claim_ports((int) $argv[1]));', arguments: [(string) $port]);
    same('whose it stays after the end of the child', "bool(false)\n", $other->finish());
});
same('programs inherit none', '', exec('ls -l /proc/self/fd | grep slock-port'));
foreach ($tests as $test) {
    $test->finish();
}
same('the ports of a test that has ended are free', true, claim_ports((int) $taken[0]));
?>
--EXPECT--
ok: all have got theirs
ok: nobody has got another one's
ok: a child that was forked gets others
ok: programs inherit none
ok: the ports of a test that has ended are free
