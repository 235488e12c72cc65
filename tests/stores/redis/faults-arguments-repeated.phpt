--TEST--
RedisStore: a server that repeats the arguments of a command it does not know does not have messages show the token
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis('--rename-command', 'EVALSHA', '', '--rename-command', 'EVAL', '');
$ways = ways($server->port);
$ways['Predis without exceptions'] = fn () => new RedisStore(
    new Predis\Client(['host' => '127.0.0.1', 'port' => $server->port], ['exceptions' => false]),
);
$ways['RedisArray'] = fn () => new RedisStore(new RedisArray(["127.0.0.1:$server->port"]));

foreach ($ways as $way => $make) {
    group($way, function () use ($make) {
        $store = $make();
        foreach (['save', 'saveRead', 'exists', 'delete'] as $operation) {
            $key = new Key(unique());
            try {
                $store->$operation($key);
                check("$operation fails", false);
            } catch (Throwable $e) {
                // What the client object itself has thrown is left as it is.
                for ($ours = ''; $e && str_starts_with($e::class, 'Symfony\\'); $e = $e->getPrevious()) {
                    $ours .= $e->getMessage()."\n";
                }
                check("$operation: why", 1 === preg_match('/unknown command .eval/i', $ours), $ours);
                check("$operation: no arguments", !str_contains($ours, 'args'), $ours);
                $token = $key->hasState(RedisStore::class) ? $key->getState(RedisStore::class) : null;
                check("$operation: no token", null === $token || !str_contains($ours, $token), $ours);
            }
        }
    });
}
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
ok: Predis without exceptions
ok: RedisArray
