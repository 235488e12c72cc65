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
$port = $auth("ERR AUTH 'sesame7-' and so on");
$refused('cut by the server', ": ERR AUTH '***' and", "redis://sesame7-and-more@127.0.0.1:$port");
$port = $auth('ERR sesame 7sesame');
$refused('one with line ends', ': ERR ***sesame', "redis://sesame%0a7@127.0.0.1:$port");
$refuses = ["-ERR sesame7 may not run it\r\n"];
$server = new FakeRedis(evalsha: $refuses, eval: $refuses, auth: ["+OK\r\n"]);
$refused('the answer to a script', ': ERR *** may not run it', "redis://sesame7@127.0.0.1:$server->port");
$own = new OwnRedis();
$own->connect()->call('ACL', 'SETUSER', 'same-secret', 'on', '>same-secret', '~*', '-@all', '+ping');
$user = "redis://same-secret:same-secret@127.0.0.1:$own->port";
$refused('a user without a right, of that name', ': NOPERM ', $user);
$told = outcome(fn () => (new RedisStore($user))->save(new Key('x')));
check('who is not named', !str_contains($told, 'same-secret'), $told); // Redis 7.2 names the user
$server = new FakeRedis(auth: ["+OK\r\n"], evalsha: [":1\r\n"], eval: ["-ERR sesame7 may not\r\n"]);
$store = new RedisStore("redis://sesame7@127.0.0.1:$server->port?release=send");
($lock = lock($store))->acquire();
$lock->release();
($next = lock($store, autoRelease: false))->setLogger($logger = new ArrayLogger());
$next->acquire();
$reasons = array_column(array_column($logger->records, 2), 'reason');
same('to a release that nobody awaits', ["Redis at 127.0.0.1:$server->port: ERR *** may not"], $reasons);
group('where the message is cut', function () {
    $at = strlen('Redis at 127.0.0.1:12345: ERR ');
    foreach (range(511 - $at - 10, 511 - $at) as $length) {
        $refuses = ['-ERR '.str_repeat('.', $length)."sesame7 may not\r\n"];
        $server = new FakeRedis(evalsha: $refuses, eval: $refuses, auth: ["+OK\r\n"]);
        $told = outcome(fn () => (new RedisStore("redis://sesame7@127.0.0.1:$server->port"))->save(new Key('x')));
        check('the message', str_contains($told, 'ERR '.str_repeat('.', $length)), $told);
        check('without the password', !str_contains($told, '.s'), $told);
    }
});
?>
--EXPECT--
ok: a password
ok: more than once
ok: as short as the mask
ok: a shorter one is part of many words
ok: the answer to SELECT
ok: one with a NUL byte
ok: that of a sentinel
ok: cut by the server
ok: one with line ends
ok: the answer to a script
ok: a user without a right, of that name
ok: who is not named
ok: to a release that nobody awaits
ok: where the message is cut
