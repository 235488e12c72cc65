--TEST--
RedisStore through client objects: after a late answer everything that was set on the object is still there
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

// For all that the object does when it connects again.
const LONGER = 0.8;
$slow = new SlowServer();
foreach ([
    '\Redis' => fn () => $slow->redis(limit: LONGER),
    '\Redis, persistent' => fn () => $slow->redis('pconnect', limit: LONGER),
    'Predis' => fn () => $slow->predis(LONGER),
] as $name => $make) {
    group($name, function () use ($make, $slow, $name) {
        $client = $make();
        $store = new RedisStore($client);
        lock($store)->acquire();
        // The object connects again, and gets its answers then.
        $slow->proxy->does('leave');
        raises('late', LockAcquiringException::class, null, fn () => lock($store)->acquire());
        $client->set($key = unique(), $name);
        same("the user's next command", $name, $client->get($key));
        same('database and prefix', $name, $slow->server->connect(3)->call('GET', "mine:$key"));
        if ($client instanceof Redis) {
            same('user', 'locks', $client->rawCommand('ACL', 'WHOAMI'));
            same('options', LONGER, $client->getOption(Redis::OPT_READ_TIMEOUT));
        }
    });
}
?>
--EXPECT--
ok: \Redis
ok: \Redis, persistent
ok: Predis
