--TEST--
RedisStore with replicas=N: where WAIT cannot be sent behind the script, which is then sent again, the first one is still reckoned with
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

/*
 * The writer becomes a reader. A first script that is delivered late would make a reader of what the key holds by then,
 * so its next acquisition has another token.
 */
$tokens = function (array $under): array {
    $server = new FakeRedis(evalsha: [":1\r\n"], wait: [":1\r\n"]);
    $said = Child::start(<<<'CODE'
        $key = new Symfony\Component\Lock\Key('r');
        $store = new Symfony\Component\Lock\Store\RedisStore($argv[1]);
        $lock = new Symfony\Component\Lock\Lock($key, $store, 30, false);
        $token = fn () => $key->getState(Symfony\Component\Lock\Store\RedisStore::class);
        $lock->acquire();
        $before = $token();
        echo json_encode($lock->acquireRead()), "\n";
        $lock->release();
        $lock->acquire();
        echo $before === $token() ? 'the same' : 'another one', "\n";
        CODE, 'here', [], [], [$server->dsn('?replicas=1')], $under)->finish();

    return [$said, array_count_values(explode(' ', $server->stop()))];
};

group('all is sent once', function () use ($tokens) {
    [$said, $heard] = $tokens([]);
    same('the token', "true\nthe same\n", $said);
    same('connections', [1, 4], [$heard['connection'], $heard['evalsha']]);
});

group('the second WAIT is not sent', function () use ($tokens) {
    // Each command is one call: evalsha, wait, evalsha, and this.
    $trace = temporary_directory().'/trace';
    [$said, $heard] = $tokens(['strace', '-o', $trace, '-e', 'inject=sendto:error=EPIPE:when=4']);
    same('the token', "true\nanother one\n", $said);
    same('the script is sent again', [2, 5], [$heard['connection'], $heard['evalsha']]);
    same('in place of a WAIT', 1, substr_count(file_get_contents($trace), 'INJECTED'));
});
?>
--EXPECT--
ok: all is sent once
ok: the second WAIT is not sent
