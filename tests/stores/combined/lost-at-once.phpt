--TEST--
CombinedStore: a request that was sent by the very step that has lost the connection may be carried out, and is taken back
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';

$servers = [new SlowRedis('dies'), new SlowRedis('held', 0.5), new SlowRedis('held', 0.5)];
// The handshake has an answer, so that the request is sent when that is there; and is lost before the client goes on.
echo Child::start(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\CombinedStore;
    use Symfony\Component\Lock\Store\RedisStore;
    use Symfony\Component\Lock\Strategy\ConsensusStrategy;

    $members = array_map(
        fn ($port) => new RedisStore("redis://secret@127.0.0.1:$port/1?timeout=5&read_timeout=5"),
        array_slice($argv, 1),
    );
    same('acquired', false, (new Lock(new Key('r'), new CombinedStore($members, new ConsensusStrategy())))->acquire());
    CODE, 'here', [], [], array_map(fn ($server) => (string) $server->port, $servers), [
        'strace',
        '-o',
        '/dev/null',
        '-e',
        'inject=sendto:delay_exit=100000',
    ])->finish();
same(
    'what it was asked',
    'connection auth select acquire closed connection auth select release',
    $servers[0]->log(),
);
same('what is left there', [], $servers[0]->locks());
?>
--EXPECT--
ok: acquired
ok: what it was asked
ok: what is left there
