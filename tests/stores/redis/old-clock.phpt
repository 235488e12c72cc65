--TEST--
RedisStore: below Redis 5 no answer goes by the server's clock, whichever connection asks first
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

/**
 * Makes a server one below Redis 5: a script that has asked for the time may not write afterwards, and its clock is so
 * many seconds ahead. (But for the end of a key's own life, which is by the real clock.)
 */
final class OldRedis
{
    public int $port;
    private Child $child;

    public function __construct(OwnRedis $server, int $ahead)
    {
        $this->child = Child::start(<<<'CODE'
            $shim = <<<'LUA'
                local real, asked = redis, false
                local writes = {ZADD = 1, ZREM = 1, ZREMRANGEBYSCORE = 1, ZREMRANGEBYRANK = 1, PEXPIREAT = 1, SET = 1}
                local why = 'Write commands not allowed after non deterministic commands.'
                local function run(how, name, ...)
                    if name == 'TIME' then
                        local time = real.call('TIME')
                        asked = true
                        return {string.format('%.0f', time[1] + AHEAD), time[2]}
                    elseif asked and writes[name] then
                        if how == 'pcall' then return {err = why} end
                        error('Error running script (call to f_SHA): @user_script: 1: ' .. why, 0)
                    end
                    return real[how](name, ...)
                end
                local redis = {
                    call = function(...) return run('call', ...) end,
                    pcall = function(...) return run('pcall', ...) end,
                    error_reply = real.error_reply,
                }

                LUA;
            [, $to, $ahead] = $argv;
            $listening = stream_socket_server('tcp://127.0.0.1:0');
            echo substr(strrchr(stream_socket_get_name($listening, false), ':'), 1), "\n";
            /** The words of the next command, which is taken out of the buffer; null: it is not whole. */
            $take = function (string &$buffer): ?array {
                if (!preg_match('/^\*(\d+)\r\n/', $buffer, $found)) {
                    return null;
                }
                for ([$words, $at] = [[], strlen($found[0])]; count($words) < $found[1]; $at += $length + 2) {
                    if (!preg_match('/\G\$(\d+)\r\n/', $buffer, $size, 0, $at)) {
                        return null;
                    }
                    [$at, $length] = [$at + strlen($size[0]), (int) $size[1]];
                    if (strlen($buffer) < $at + $length + 2) {
                        return null;
                    }
                    $words[] = substr($buffer, $at, $length);
                }
                $buffer = substr($buffer, $at);

                return $words;
            };
            // The server never sees a script as it is, and so does not know its hash unless it is known here.
            $translate = function (array $words) use ($shim, $ahead) {
                static $scripts = [];
                $name = strtolower($words[0]);
                if ('eval' === $name) {
                    $scripts[sha1($words[1])] = $words[1];
                }
                $sha = 'eval' === $name ? sha1($words[1]) : $words[1] ?? '';
                if (in_array($name, ['eval', 'evalsha']) && isset($scripts[$sha])) {
                    $words[0] = 'EVAL';
                    $words[1] = strtr($shim, ['SHA' => $sha, 'AHEAD' => $ahead]).$scripts[$sha];
                }
                $text = '*'.count($words)."\r\n";
                foreach ($words as $word) {
                    $text .= '$'.strlen($word)."\r\n$word\r\n";
                }

                return $text;
            };
            for ($peers = $buffers = [];;) {
                $read = [$listening, STDIN, ...array_column($peers, 0)];
                $none = null;
                stream_select($read, $none, $none, null);
                foreach ($read as $from) {
                    if (STDIN === $from) {
                        exit;
                    }
                    if ($listening === $from) {
                        [$client, $server] = [stream_socket_accept($listening), stream_socket_client("tcp://$to")];
                        // The stream, the other one, and whether it is the client's.
                        $peers[(int) $client] = [$client, $server, true];
                        $peers[(int) $server] = [$server, $client, false];
                        $buffers[(int) $client] = '';
                        continue;
                    }
                    if (!isset($peers[(int) $from])) {
                        continue;
                    }
                    [, $other, $asks] = $peers[(int) $from];
                    $bytes = (string) fread($from, 65536);
                    if ('' === $bytes) {
                        unset($peers[(int) $from], $peers[(int) $other]);
                        fclose($from);
                        fclose($other);
                    } elseif (!$asks) {
                        fwrite($other, $bytes);
                    } else {
                        $buffers[(int) $from] .= $bytes;
                        while ($words = $take($buffers[(int) $from])) {
                            fwrite($other, $translate($words));
                        }
                    }
                }
            }
            CODE, 'here', [], [], ["127.0.0.1:$server->port", (string) $ahead]);
        $this->port = (int) $this->child->hear();
    }

    public function dsn(): string
    {
        return "redis://127.0.0.1:$this->port";
    }
}

$server = new OwnRedis();
$old = new OldRedis($server, 60);
$redis = $server->connect();
// Readers with a long life keep the key there, when the others' time is over by the server's clock.
$shared = function () use ($redis): string {
    $until = (int) ((microtime(true) + 300) * 1000);
    $redis->call('ZADD', $name = unique(), $until, 'another');
    $redis->call('PEXPIREAT', $name, $until);

    return $name;
};

group('a renewal', function () use ($old, $redis, $shared) {
    $store = new RedisStore($old->dsn());
    $lock = new Lock(new Key($name = $shared()), $store, 1.5);
    same('acquired', true, $lock->acquireRead());
    $written = fn () => max(array_map(
        fn ($member) => 'another' === $member ? 0 : (float) $redis->call('ZSCORE', $name, $member),
        $redis->call('ZRANGE', $name, 0, -1),
    ));
    $before = $written();
    $keep = new KeepAlive($lock, onLost: fn () => null);
    sleep(3);
    check('is no loss', !$keep->isLost() && !$lock->isExpired());
    check('it is written', $written() > $before + 1000);
    same('held', true, $lock->isAcquired());
    $keep->stop();
    $lock->release();
});

group('the first question of a connection', function () use ($old, $redis, $shared) {
    $lock = new Lock($key = new Key($name = $shared()), new RedisStore($old->dsn()), 30);
    same('acquired', true, $lock->acquireRead());
    foreach (ways($old->port) as $way => $make) {
        same("$way: held", true, $make()->exists($key));
    }
    $token = array_values(array_diff($redis->call('ZRANGE', $name, 0, -1), ['another']))[0];
    $redis->call('ZADD', $name, (int) ((microtime(true) - 1) * 1000), $token);
    foreach (ways($old->port) as $way => $make) {
        same("$way: not any more", false, $make()->exists($key));
    }
    $lock->release();
});
?>
--EXPECT--
ok: a renewal
ok: the first question of a connection
