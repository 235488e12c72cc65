--TEST--
RedisStore with replicas=N: a lock counts only when so many replicas have it; else it is given back, and a storage error says so
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$master = new OwnRedis('--repl-diskless-sync-delay', '0');
$admin = $master->connect();
$replica = new OwnRedis('--replicaof', '127.0.0.1', (string) $master->port);
$copy = $replica->connect();
$in_sync = fn () => $admin->call('SET', 'x', 1) && 1 === $admin->call('WAIT', 1, 100);
eventually($in_sync) || exit("FAIL: there is no replica\n");

$store = fn (int $replicas, float $wait = 3.0, string $more = '') =>
    new RedisStore($master->dsn()."?replicas=$replicas&replica_timeout=$wait$more");
$lock = fn (object $store, ?float $ttl = 30.0) => new Lock(new Key('r'), $store, $ttl, false);
$counts = fn (callable $f) => array_intersect_key(
    commands_during($admin, $f),
    ['eval' => 0, 'evalsha' => 0, 'wait' => 0],
);
/** In vain: says why, and leaves nothing behind. */
$unconfirmed = function (string $what, string $why, callable $f) use ($admin) {
    $e = raises($what, LockAcquiringException::class, null, $f);
    $said = $e?->getPrevious()?->getMessage() ?? '';
    check("$what: says why", (bool) preg_match($why, $said), $said);
    same("$what: nothing is left", 0, $admin->call('EXISTS', 'r'));
};

group('confirmed', function () use ($store, $lock, $copy, $counts, $admin) {
    $one = $lock($with = $store(1));
    same('acquired', true, $one->acquire());
    same('the replica has it', 1, $copy->call('EXISTS', 'r'));
    $one->refresh(600);
    between('and its lifetime', 590, 601, $copy->call('PTTL', 'r') / 1000);
    same('another owner', false, $lock($store(1))->acquire());
    same('is acquired', true, $one->isAcquired());
    $one->release();
    $one->acquire();
    same('requests', ['evalsha' => 4, 'wait' => 3], $counts(function () use ($one, $lock, $with) {
        $one->refresh();
        $one->release();
        $one->acquire();
        $lock($with)->acquire(); // the lock is taken
    }));
    $one->release();
    $admin->call('SCRIPT', 'FLUSH');
    same('the server has lost the scripts', true, $one->acquire());
    $one->acquireRead();
    $two = $lock($with);
    same('readers', true, $two->acquireRead());
    $one->release();
    $two->release();
    $one = new Lock($key = new Key('r'), $with, 30.0, false);
    same('the writer', true, $one->acquire());
    same('becomes a reader by another Lock', true, (new Lock($key, $with, 30.0, false))->acquireRead());
    same('beside another one', true, $two->acquireRead());
    $one->release();
    $two->release();
    same('free', 0, $admin->call('EXISTS', 'r'));
});

group('too few', function () use ($store, $lock, $unconfirmed, $master) {
    $two = fn (string $more = '') => $store(2, 0.1, $more);
    $few = '/[01] of 2 replicas have confirmed within 0.1 seconds$/';
    $unconfirmed('two', $few, fn () => $lock($two())->acquire());
    $unconfirmed('reading', $few, fn () => $lock($two())->acquireRead());
    $unconfirmed('waiting', $few, fn () => $lock($two())->acquire(true, 3));
    $unconfirmed('with a token', $few, fn () => $lock($two('&fencing=1'))->acquire());
    $default = new RedisStore($master->dsn().'?replicas=2');
    $unconfirmed('a tenth of a second, unless it says otherwise', $few, fn () => $lock($default)->acquire());
    same('the connection goes on', true, ($one = $lock($with = $store(1)))->acquire());
    $one->release();
});

group('a replica that is silent', function () use ($store, $lock, $unconfirmed, $replica, $admin) {
    $key = new Key('r');
    same('acquired', true, (new Lock($key, $store(1), 30, false))->acquire());
    $replica->signal(SIGSTOP);
    $held = new Lock($key, $with = $store(1, 0.1), 30, false);
    $e = raises('refresh', LockAcquiringException::class, null, fn () => $held->refresh());
    check('says why', str_contains($e->getPrevious()->getMessage(), '0 of 1'), $e->getPrevious()->getMessage());
    same('which keeps the lock', true, $held->isAcquired());
    same('another owner is refused', false, $lock($with)->acquire());
    $held->release();
    $unconfirmed('acquire', '/0 of 1 replicas/', fn () => $lock($with)->acquire());
    $unconfirmed(
        'half of what is left of the time',
        '/0 of 1 replicas have confirmed within 0\.[12]\d* seconds/',
        fn () => $lock($store(1, 4.0))->acquire(true, 0.5),
    );
    same('without it', true, ($one = $lock($store(0)))->acquire());
    $one->release();
    $replica->signal(SIGCONT);
    same('and again', true, eventually(fn () => 'true' === outcome(fn () => $lock($with)->acquire())));
    $admin->call('DEL', 'r');
});

group('no right to WAIT', function () use ($master, $admin, $lock, $unconfirmed) {
    $admin->call('ACL', 'SETUSER', 'locks', 'on', '>secret', '~*', '&*', '+@all', '-wait');
    $dsn = "redis://locks:secret@127.0.0.1:$master->port";
    $unconfirmed('acquire', '/, WAIT: NOPERM/', fn () => $lock(new RedisStore("$dsn?replicas=1"))->acquire());
    same('without it', true, ($one = $lock(new RedisStore($dsn)))->acquire());
    $one->release();
    // The smallest rights, as documented.
    $rights = [
        ...['+eval', '+evalsha', '+type', '+time', '+zadd', '+zcard', '+zrem', '+zremrangebyscore', '+zrevrange'],
        ...['+zscore', '+pexpireat'],
    ];
    $admin->call('ACL', 'SETUSER', 'few', 'on', '>secret', '~r', '+auth', '+select', ...$rights);
    $few = "redis://few:secret@127.0.0.1:$master->port?replicas=1&replica_timeout=3";
    $unconfirmed('with few rights', '/, WAIT: NOPERM/', fn () => $lock(new RedisStore($few))->acquire());
    $admin->call('ACL', 'SETUSER', 'few', '+wait');
    same('with +wait', true, ($one = $lock(new RedisStore($few)))->acquire());
    $one->release();
});

group('a quorum', function () use ($store, $lock, $unconfirmed) {
    [$second, $third] = [new OwnRedis(), new OwnRedis()];
    $of = fn (RedisStore ...$members) => new CombinedStore($members, new ConsensusStrategy());
    $alone = fn (OwnRedis $server) => new RedisStore($server->dsn().'?replicas=1');
    $plain = fn (OwnRedis $server) => new RedisStore($server->dsn());
    $has = fn (OwnRedis $server) => $server->connect()->call('EXISTS', 'r');

    $one = $lock($of($store(1), $plain($second), $alone($third)));
    same('two of three', true, $one->acquire());
    same('the second has it', 1, $has($second));
    // Nobody has waited for what the third says.
    $one->release();
    same('released', [0, 0], [$has($second), $has($third)]);
    $e = raises(
        'one of three',
        LockAcquiringException::class,
        null,
        fn () => $lock($of($store(1), $alone($second), $alone($third)))->acquire(),
    );
    check('says why', str_contains(chain($e), '0 of 1 replicas'), chain($e));
    same('nothing is left', [0, 0], [$has($second), $has($third)]);
});

group('bad parameters', function () use ($master) {
    foreach ([
        'replicas=-1' => '"replicas"',
        'replicas=x' => '"replicas" must be a whole number from 0 to 1000',
        'replicas=1.5' => '"replicas" must be a whole number from 0 to 1000',
        'replicas=1001' => '"replicas" must be a whole number from 0 to 1000',
        'replicas=1&replica_timeout=x' => '"replica_timeout" must be a number of seconds',
        'replicas=1&replica_timeout=-1' => '"replica_timeout" must be a number of seconds',
        'replicas=1&read_timeout=1&replica_timeout=1' => '"replica_timeout" must be shorter than "read_timeout"',
    ] as $parameters => $said) {
        raises(
            $parameters,
            InvalidArgumentException::class,
            $said,
            fn () => new RedisStore($master->dsn()."?$parameters"),
        );
    }
    raises(
        'the option of a client object',
        InvalidArgumentException::class,
        'Option "replicas" is not known',
        fn () => new RedisStore($master->dsn(), 300.0, ['replicas' => 1]),
    );
});
?>
--EXPECT--
ok: confirmed
ok: too few
ok: a replica that is silent
ok: no right to WAIT
ok: a quorum
ok: bad parameters
