--TEST--
CombinedStore: what a member was sent is taken back also where the server has to be looked up again in the same step
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/lookup.inc';
require __DIR__.'/../redis/servers.inc';

/** Where a request has its answer, or is lost, before the client goes on. */
function acquire(string $member, SlowRedis ...$others): void
{
    echo Child::start(<<<'CODE'
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Lock;
        use Symfony\Component\Lock\Store\CombinedStore;
        use Symfony\Component\Lock\Store\RedisStore;
        use Symfony\Component\Lock\Strategy\ConsensusStrategy;

        $members = array_map(fn ($dsn) => new RedisStore($dsn), array_slice($argv, 1));
        $lock = new Lock(new Key('r'), new CombinedStore($members, new ConsensusStrategy()));
        same('acquired', false, $lock->acquire());
        CODE, 'here', [], [], [$member, ...array_map(fn ($server) => $server->dsn(5), $others)], [
            'strace',
            '-o',
            '/dev/null',
            '-e',
            'inject=sendto:delay_exit=100000',
        ])->finish();
}

$held = [new SlowRedis('held', 1.5), new SlowRedis('held', 1.5)];

group('lost, and the server is looked up', function () use ($held) {
    $server = new SlowRedis('dies');
    $informer = new Informer($server->port);
    acquire("redis://x@127.0.0.1:$informer->port?redis_cluster=1&timeout=5&read_timeout=5", ...$held);
    same(
        'what it was asked',
        'connection auth acquire closed connection auth acquire release',
        $server->log(),
    );
    same('what is left there', [], $server->locks());
});

group('granted without its replica, and lost when it is given back', function () use ($held) {
    $map = "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:{port}\r\n";
    $server = new FakeRedis(
        auth: ["+OK\r\n", "+OK\r\n", false, "+OK\r\n"],
        cluster: [$map, "*0\r\n", $map],
        eval: [":1\r\n"],
        evalsha: [":1\r\n"],
        wait: [[":0\r\n", false]],
    );
    acquire("redis://x@127.0.0.1:$server->port?redis_cluster=1&replicas=1&timeout=5&read_timeout=5", ...$held);
    same(
        'what it was asked',
        'connection auth cluster connection auth eval wait connection auth connection auth cluster '
            .'connection auth eval',
        $server->stop(),
    );
});
?>
--EXPECT--
ok: acquired
ok: lost, and the server is looked up
ok: acquired
ok: granted without its replica, and lost when it is given back
