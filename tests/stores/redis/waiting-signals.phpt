--TEST--
RedisStore: while it waits PHP lives: signal storms, exceptions, deadlines, fatal errors and locks in handlers
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/waiting.inc';

use Symfony\Component\Lock\Store\RedisStore;

$dsn = redis_url();
(new Waiting(
    new RedisStore($dsn),
    "new Symfony\\Component\\Lock\\Store\\RedisStore('$dsn')",
    true,
    forks: false,
))->run();
?>
--EXPECT--
ok: the lock is handed over
ok: a signal storm does not end the wait
ok: an exception of a handler does
ok: a deadline does
ok: a fatal error in a handler does
ok: a handler that uses the lock
