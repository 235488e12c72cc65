--TEST--
RedisStore: a server that repeats the password in words of its own does not have messages show it
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$refused = fn (string $what, string $message, string $dsn) => raises(
    $what,
    LockStorageException::class,
    $message,
    fn () => (new RedisStore($dsn))->save(new Key('x')),
);
$servers = [];
$auth = function (string $answer) use (&$servers) {
    $servers[] = $server = new FakeRedis(auth: ["-$answer\r\n"]);

    return $server->port;
};

$port = $auth("ERR wrong args 'AUTH sesame7'");
$refused('a password', "Redis at 127.0.0.1:$port: ERR wrong args 'AUTH ***'", "redis://sesame7@127.0.0.1:$port");
$port = $auth('ERR worker:sesame7 is not sesame7sesame7.');
$refused('more than once', ': ERR worker:*** is not ******.', "redis://worker:sesame7@127.0.0.1:$port");
$port = $auth('ERR abc');
$refused('as short as the mask', ': ERR ***', "redis://abc@127.0.0.1:$port");
$port = $auth('ERR abc');
$refused('a shorter one is part of many words', ': ERR abc', "redis://ab@127.0.0.1:$port");
$server = new FakeRedis(auth: ["+OK\r\n"], select: ["-ERR sesame7 may not select\r\n"]);
$refused('the answer to SELECT', ': ERR *** may not select', "redis://sesame7@127.0.0.1:$server->port/2");
$port = $auth('ERR sesame+7');
$refused('one with a NUL byte', ': ERR ***+7', "redis://sesame%007@127.0.0.1:$port");
$port = $auth("ERR wrong args 'AUTH watchman8'");
$refused(
    'that of a sentinel',
    ": ERR wrong args 'AUTH ***'",
    "redis:?host[127.0.0.1:$port]&redis_sentinel=mymaster&auth=sesame7&sentinel_auth=watchman8&read_timeout=0.3",
);
?>
--EXPECT--
ok: a password
ok: more than once
ok: as short as the mask
ok: a shorter one is part of many words
ok: the answer to SELECT
ok: one with a NUL byte
ok: that of a sentinel
