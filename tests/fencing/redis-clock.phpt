--TEST--
RedisStore: fencing tokens by any answer that TIME may give: zeros that are not there, integers, a clock that has not been set since 1970
--EXTENSIONS--
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';

use Symfony\Component\Lock\Store\RedisStore;

/** Its scripts ask a clock of the test's; what else they do, the server does. */
final class RedisWithClock extends Redis
{
    public string $time;

    public function eval($script, $args = [], $num_keys = 0): mixed
    {
        $ask = fn (string $how) => "$how = function(name, ...) if name == 'TIME' then return {{$this->time}} end"
            ." return real.$how(name, ...) end";

        return parent::eval(
            "local real = redis\nlocal redis = {error_reply = real.error_reply, {$ask('call')}, {$ask('pcall')}}\n$script",
            $args,
            $num_keys,
        );
    }
}

$server = new OwnRedis();
$admin = $server->connect();
$client = new RedisWithClock();
$client->connect('127.0.0.1', $server->port);
$store = new RedisStore($client, 300.0, ['fencing' => true]);

/** The token of the next owner, at this time, after this one. */
$token = function (string $time, ?int $last = null) use ($store, $client, $admin): int {
    $client->time = $time;
    if (null !== $last) {
        $admin->call('SET', 'slock:{r}:fence', $last, 'PX', 100_000_000);
    }
    [$token] = tokens($store, 'r', 1);
    same("$time: stands there", (string) $token, $admin->call('GET', 'slock:{r}:fence'));
    $admin->call('DEL', 'r');

    return $token;
};

group('zeros in front', function () use ($token) {
    same('six digits', 1_764_061_200_123_456, $token("'1764061200', '123456'"));
    same('one digit, a second later', 1_764_061_201_000_007, $token("'1764061201', '7'"));
    same('in the same second', 1_764_061_201_000_045, $token("'1764061201', '45'"));
    same('more of them', 1_764_061_201_001_000, $token("'1764061201', '1000'"));
    same('none', 1_764_061_202_000_000, $token("'1764061202', '0'"));
    same('the same time again', 1_764_061_202_000_001, $token("'1764061202', '0'"));
    same('and after that one', 1_764_061_202_000_002, $token("'1764061202', '1'"));
    same('another period', 1_764_071_202_000_001, $token("'1764071202', '1'"));
});

group('integers', function () use ($token) {
    same('six digits', 1_764_071_203_123_456, $token('1764071203, 123456'));
    same('in the same second', 1_764_071_203_123_457, $token('1764071203, 123457'));
    same('one digit', 1_764_071_204_000_007, $token('1764071204, 7'));
    same('the same time again', 1_764_071_204_000_008, $token('1764071204, 7'));
});

group('an hour back', function () use ($token) {
    $last = 1_764_071_204_000_008;
    same('one more', $last + 1, $token("'1764067604', '500000'"));
    same('and one more', $last + 2, $token("'1764067604', '600000'"));
    same('there again', 1_764_071_204_000_011, $token("'1764071204', '11'"));
});

// Its digits may be those that a token begins with.
group('a clock near 1970', function () use ($token) {
    $last = 1_764_500_000_123_456;
    same('half an hour after it', $last + 1, $token("'1764', '500001'", $last));
    same('again', $last + 2, $token("'1764', '500002'"));
    $last = 1_764_061_200_123_456;
    same('a day', $last + 1, $token("'17640', '612003'", $last));
    same('twenty days', $last + 1, $token("'1764061', '200999'", $last));
    same('without zeros', $last + 1, $token("'176406120', '1'", $last));
    $last = 1_000_000_000_000_000;
    same('before 2001', $last + 1, $token("'999999999', '999999'", $last));
});
?>
--EXPECT--
ok: zeros in front
ok: integers
ok: an hour back
ok: a clock near 1970
