--TEST--
RedisStore: a lost connection raises no SIGPIPE
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('a lost connection raises no SIGPIPE', function () {
    $server = new OwnRedis();
    // Sending on a unix socket whose other end is closed fails at once; by default the signal would end the process.
    $child = Child::start(<<<'CODE'
        pcntl_signal(SIGPIPE, SIG_DFL);
        $store = new Symfony\Component\Lock\Store\RedisStore("redis://$argv[1]");
        $key = new Symfony\Component\Lock\Key('x');
        $store->save($key);
        echo "connected\n";
        fgets(STDIN);
        echo show($store->exists($key)), "\n";
        CODE, 'here', ['pcntl'], [], [$server->socket]);
    same('it works', 'connected', $child->hear());
    $server->connect()->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $child->say('go');
    same('it goes on', 'true', $child->hear());
    $child->finish();
    same('its exit status', 0, $child->exit);
});
?>
--EXPECT--
ok: a lost connection raises no SIGPIPE
