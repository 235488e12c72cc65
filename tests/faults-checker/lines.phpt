--TEST--
A worker of ./dev faults loses no line over a message with raw bytes, and a line that is lost is not taken for one that is cut
--EXTENSIONS--
posix
--SKIPIF--
<?php is_file(__DIR__.'/../../tools/faults/worker.php') || exit('skip the rig is no part of a package'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/lock-history.inc';

group('what a worker writes', function () {
    $log = temporary_directory();
    $broken = var_export(dirname(__DIR__, 2).'/tools/faults/broken-stores.inc', true);
    $worker = Child::run([dirname(__DIR__, 2).'/tools/faults/worker.php', json_encode([
        'store' => "(function () { require_once $broken; return new ThrowsSometimes(); })()",
        'keeps' => true,
        'name' => 'w1',
        'log' => $log,
        'resource' => 'lines',
        'ttl' => 2.0,
        'seed' => 1,
        'reserve' => 0.0,
        'waits' => false,
        'time' => time(),
    ])], 'slock', ['posix']);
    $threw = fn () => array_filter(
        is_file("$log/w1") ? LockHistory::lines("$log/w1") : [],
        fn ($event) => 'told' === $event['e'] && 'error' === $event['r'],
    );
    check('it throws', eventually(fn () => count($threw()) > 2));
    touch("$log/stop");
    same('it says', '', $worker->finish());
    check('what', str_contains(current($threw())['what'], 'Something is wrong: '), show(current($threw())));
    $attempts = (new LockHistory(LockHistory::lines("$log/w1")))->attempts;
    same('without an answer', [], array_keys(array_filter($attempts, fn ($each) => null === $each->told)));
});
group('what is read', function () {
    $read = function (string $text) {
        file_put_contents($file = temporary_directory().'/w1', $text);

        return count(LockHistory::lines($file));
    };
    same('all', 2, $read("{\"n\":1}\n{\"n\":2}\n"));
    same('the last one is cut', 1, $read("{\"n\":1}\n{\"n\""));
    foreach (["{\"n\":1}\n\n{\"n\":2}\n", "{\"n\":1}\n\n", "{\"n\n{\"n\":2}\n"] as $text) {
        raises($text, Error::class, 'not a line of a worker', fn () => $read($text));
    }
});
?>
--EXPECT--
ok: what a worker writes
ok: what is read
