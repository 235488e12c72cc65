--TEST--
RedisStore through \Redis: a server that stays slow while the store goes on asking confuses none of the user's own commands
--EXTENSIONS--
igbinary
pcntl
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$slow = new SlowServer();
/** Two answers that come too late, and what the object is worth after that. */
function try_own_commands(Redis $client, callable $slower, callable $faster): void
{
    global $slow;
    $database = $client->getDbNum();
    $store = new RedisStore($client);
    lock($store)->acquire();
    in_a_hurry($client, function () use ($store, $slower, $faster) {
        $slower();
        raises('late', LockAcquiringException::class, null, fn () => lock($store, null, 30, false)->acquire());
        raises('late again', LockAcquiringException::class, null, fn () => lock($store, null, 30, false)->acquire());
        $faster();
    });
    // ext-redis below 6 forgets the database until the store selects it, which docs/redis.md tells.
    foreach (['one', 'two'] as $value) {
        same("set $value", true, $client->set($key = unique(), $value));
        same("get $value", $value, $client->get($key));
    }
    same('user', 'locks', $client->rawCommand('ACL', 'WHOAMI'));
    same('acquired', true, lock($store, $name = unique(), 30, false)->acquire());
    same('in its database', 1, $slow->server->connect($database)->call('EXISTS', "mine:$name"));
    $client->set($key, 'three');
    same('as are commands', 'three', $slow->server->connect($database)->call('GET', "mine:$key"));
}

$hold = fn () => $slow->proxy->does('hold');
$pass = fn () => $slow->proxy->does('pass');
group('connect, database', fn () => try_own_commands($slow->redis('connect', 3, 5), $hold, $pass));
group('pconnect', fn () => try_own_commands($slow->redis('pconnect', 0, 5), $hold, $pass));
group('socket', function () use ($slow) {
    $client = new Redis();
    $client->connect($slow->server->socket, 0, 5, null, 0, 5);
    $client->auth(['locks', 'sesame']);
    $client->setOption(Redis::OPT_PREFIX, 'mine:');
    $stop = fn () => $slow->server->signal(SIGSTOP);
    $go_on = fn () => $slow->server->signal(SIGCONT);
    try_own_commands($client, $stop, $go_on);
});
?>
--EXPECT--
ok: connect, database
ok: pconnect
ok: socket
