--TEST--
RedisStore through client objects: an error that belongs to another command is not taken for the script's
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;

/** What the user has left unread: ext-redis returns the one error, and throws the other one. */
function unread_errors_are_nobodys(callable $make, FaultProxy $proxy): void
{
    $client = $make();
    $store = new Symfony\Component\Lock\Store\RedisStore($client);
    $holder = lock(new Symfony\Component\Lock\Store\RedisStore($make()), $resource = '{x}'.unique());
    $holder->acquire();
    lock($store, $resource)->acquire();
    foreach (['ERR mine', 'OOM mine', 'ERR is not allowed from script'] as $error) {
        // Also one that has come twice.
        foreach ([[true, 1], [false, 1], [true, 2], [false, 2]] as [$free, $times]) {
            $client->set('{x}one', $error);
            $client->setOption(Redis::OPT_READ_TIMEOUT, LIMIT);
            $proxy->does('hold');
            for ($i = 0; $i < $times; ++$i) {
                outcome(fn () => $client->eval('return redis.error_reply(ARGV[1])', ['{x}one', $error], 1));
            }
            $proxy->does('pass');
            $client->setOption(Redis::OPT_READ_TIMEOUT, 5);
            $lock = lock($store, $free ? '{x}'.unique() : $resource, 30);
            same("acquired after $error, $times", $free, $lock->acquire());
            same('the connection is right again', $error, $client->get('{x}one'));
        }
    }
}

$slow = new SlowServer();
foreach ([
    '\Redis' => fn () => $slow->redis(),
    '\Redis, persistent' => fn () => $slow->redis('pconnect'),
    '\RedisArray' => fn () => $slow->array(),
] as $name => $make) {
    group($name, fn () => unread_errors_are_nobodys($make, $slow->proxy));
}

group('what is asked', function () {
    $granted = "*2\r\n:1\r\n:{number}\r\n";
    foreach ([
        'another error than before' => [
            ['evalsha' => ["-ERR one\r\n", "-ERR two\r\n", $granted]],
            'connection evalsha evalsha connection evalsha',
        ],
        'twice the same one, and what only scripts are told' => [
            ['evalsha' => ["-ERR one\r\n", "-ERR one\r\n", $granted], 'echo' => ["-NOSCRIPT No matching script.\r\n"]],
            'connection evalsha evalsha echo connection evalsha',
        ],
        'no error a moment later' => [['evalsha' => ["-ERR one\r\n", $granted]], 'connection evalsha evalsha'],
        'a whole script that is unknown' => [
            ['evalsha' => ["-NOSCRIPT No matching script.\r\n"], 'eval' => ["-NOSCRIPT mine\r\n", $granted]],
            'connection evalsha eval connection eval',
        ],
    ] as $what => [$answers, $commands]) {
        $server = new FakeRedis(...$answers);
        same($what, true, lock(ways($server->port)['Predis'](), null, 30, false)->acquire());
        same("$what: the commands", $commands, $server->stop());
    }
    foreach (['Redis', 'Predis'] as $way) {
        $server = new FakeRedis("-LOADING Redis is loading\r\n");
        $lock = lock(ways($server->port)[$way](), null, 30, false);
        raises("$way: an error that stays", LockAcquiringException::class, null, fn () => $lock->acquire());
        same("$way: the commands", 'connection evalsha evalsha echo', $server->stop());
        $server = new FakeRedis(["-LOADING Redis is loading\r\n"], false);
        fails("$way: a server that goes then", ways($server->port)[$way], 'LOADING Redis is loading', [
            'acquireRead', 'acquire(true)', 'refresh', 'isAcquired', 'release',
        ]);
    }
});

group('no word comes back: the connection is closed', function () {
    foreach ([null, 0.3] as $timeout) {
        $server = new FakeRedis(evalsha: ["-LOADING Redis is\r\n"], echo: [null], get: ["\$4\r\nmine\r\n"]);
        $client = new Redis();
        $client->connect('127.0.0.1', $server->port, 5, null, 0, 0.2);
        $lock = lock(new Symfony\Component\Lock\Store\RedisStore($client), null, 30, false);
        $e = raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire((bool) $timeout, $timeout));
        check('both are told', str_contains(chain($e), 'LOADING Redis is; asked again: '), chain($e));
        same('what the user reads is the answer', 'mine', $client->get('x'));
        check('closed', str_contains($heard = $server->stop(), 'evalsha evalsha echo connection'), $heard);
    }
});

group('an error that is its own: the connection stays', function () {
    $server = new OwnRedis();
    $server->connect()->call('ACL', 'SETUSER', 'default', '-evalsha');
    load_predis();
    $redis = new Redis();
    $redis->connect('127.0.0.1', $server->port);
    $predis = new Predis\Client(['host' => '127.0.0.1', 'port' => $server->port]);
    foreach ([
        'Redis' => [$redis, fn () => $redis->rawCommand('CLIENT', 'ID')],
        'Predis' => [$predis, fn () => $predis->executeRaw(['CLIENT', 'ID'])],
    ] as $way => [$client, $number]) {
        $before = $number();
        $lock = lock(new Symfony\Component\Lock\Store\RedisStore($client), null, 30, false);
        $e = raises("$way: refused", LockAcquiringException::class, null, fn () => $lock->acquire());
        check("$way: why", str_contains(chain($e), 'NOPERM'), chain($e));
        same("$way: the same connection", $before, $number());
    }
});

group('an error of the script is told at once', function () {
    $server = new OwnRedis();
    $witness = new Witness($server);
    // In a process that has started no other one, which may count as a fork.
    $child = Child::start(<<<'CODE'
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Lock;
        use Symfony\Component\Lock\Store\RedisStore;

        $client = new Redis();
        $client->connect('127.0.0.1', (int) $argv[1]);
        $store = new RedisStore($client);
        while (false !== $name = fgets(STDIN)) {
            $lock = new Lock(new Key(trim($name)), $store, 30.0, false);
            echo strtr(outcome(fn () => $lock->acquire()), "\n", ' '), "\n";
        }
        CODE, 'here', ['igbinary', 'redis'], [], [(string) $server->port]);
    $child->say('free');
    same('connected', 'true', $child->hear());
    $server->connect()->call('RPUSH', 'list', '1');
    $commands = $witness->commands(function () use ($child, &$said) {
        $child->say('list');
        $said = (string) $child->hear();
    });
    check('refused', str_contains($said, 'WRONGTYPE'), $said);
    same('the commands', 'evalsha', $commands);
    $child->finish();
});
?>
--EXPECT--
ok: \Redis
ok: \Redis, persistent
ok: \RedisArray
ok: what is asked
ok: no word comes back: the connection is closed
ok: an error that is its own: the connection stays
ok: an error of the script is told at once
