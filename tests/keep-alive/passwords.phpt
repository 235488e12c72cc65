--TEST--
A lock that is lost because its server does not let the renewals in any more: nothing that is told of it shows a password
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../stores/redis/sentinel.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\StoreFactory;

/** Constants, because what a function gets is in the traces. */
const SECRET = 'se%same/7+x';
const OF_SENTINEL = 'watch=man/8';
const AUTH = 'auth[]=worker&auth[]=se%25same%2F7%2Bx';
const OK = "+OK\r\n";
const REPEATED = "-ERR wrong args 'AUTH worker ".SECRET."'\r\n";
const TTL = 1.5;

/** What a trace has, without the objects. */
function plain(mixed $value): mixed
{
    return match (true) {
        is_array($value) => array_map(plain(...), $value),
        is_object($value) => $value::class,
        default => $value,
    };
}

/** All of it that someone might print. */
function everything(?Throwable $e): string
{
    for ($text = ''; $e; $e = $e->getPrevious()) {
        $text .= $e->getMessage()."\n$e\n".var_export(plain($e->getTrace()), true)."\n";
    }

    return $text;
}

function hides(string $what, string $text): void
{
    foreach ([SECRET, OF_SENTINEL] as $secret) {
        foreach ([$secret, rawurlencode($secret), strtolower(rawurlencode($secret)), substr($secret, 0, 8)] as $form) {
            check("$what has no password", !str_contains($text, $form), $text);
        }
    }
}

/**
 * Keeps a lock until it is lost, and lets its object go.
 *
 * @param Closure(string): string $dsn gets what else has to be in it
 * @param ?Closure $break after the first renewal; null: the server does it by itself
 */
function loses(string $what, string $way, string $why, Closure $dsn, ?Closure $break = null): void
{
    group("$what, $way", function () use ($way, $why, $dsn, $break) {
        $store = StoreFactory::createStore($dsn('by DSN' === $way ? '&keep_alive=1' : ''));
        $lock = new Lock(new Key(unique()), $store, TTL);
        $logger = 'told' === $way ? null : new ArrayLogger();
        $logger && $lock->setLogger($logger);
        $lock->acquire();
        $told = $keep = null;
        $onLost = 'told' !== $way ? null : function ($lock, $e) use (&$told) {
            $told = $e;
        };
        'by DSN' === $way || $keep = new KeepAlive($lock, onLost: $onLost);
        try {
            // Of a fake server the first renewal shows in what it has got.
            $break && $break();
            for ($end = now() + 15.0; !$told && now() < $end;) {
                usleep(2000);
            }
        } catch (LockLostException $told) {
        }
        check('the loss is told', LockLostException::class === get_debug_type($told));
        $reason = (string) $told?->getPrevious()?->getMessage();
        check('it says why', str_contains($reason, $why), $reason);
        hides('the loss', everything($told));

        // The server is asked once more, and does not let anybody in.
        $logged = '';
        set_error_handler(function (int $level, string $message) use (&$logged) {
            $logged .= $message."\n";

            return false;
        });
        ob_start();
        unset($keep, $lock);
        $printed = ob_get_clean();
        restore_error_handler();
        foreach ($logger->records ?? [] as [, $message, $context]) {
            $logged .= $message."\n";
            foreach ($context as $value) {
                $logged .= ($value instanceof Throwable ? everything($value) : print_r(plain($value), true))."\n";
            }
        }
        check('the failed release is told', str_contains($logged, 'Failed to release'), $logged);
        hides('what is logged', $logged.$printed.print_r(error_get_last(), true));
        error_clear_last();
    });
}

$server = new OwnRedis();
$admin = $server->connect();
/** The user may come in, until the server has the thread's connection; then nobody by that password. */
$changes = function () use ($admin) {
    $clients = fn () => substr_count($admin->call('CLIENT', 'LIST'), ' user=worker ');
    check('the thread has connected', eventually(fn () => 2 === $clients()));
    $admin->call('ACL', 'SETUSER', 'worker', 'resetpass', '>another');
    $admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
};
foreach (['thrown', 'told', 'by DSN'] as $way) {
    $admin->call('ACL', 'SETUSER', 'worker', 'on', '~*', '&*', '+@all', 'resetpass', '>'.SECRET);
    loses('the password is another one', $way, 'WRONGPASS', fn ($more) => $server->dsn().'?'.AUTH.$more, $changes);
}
$admin->call('ACL', 'SETUSER', 'worker', 'on', '~*', '&*', '+@all', 'resetpass', '>'.SECRET);
$ends = function () use ($server) {
    usleep((int) (TTL / 2 * 1e6));
    $server->stop();
};
loses('the server is killed', 'told', 'Connection refused', fn ($more) => $server->dsn().'?'.AUTH.$more, $ends);

/** What grants, renews once, and then has the connection closed. */
const ONCE = ['eval' => [":1\r\n", ":1\r\n", false], 'evalsha' => [":1\r\n", false]];
foreach (['thrown', 'told', 'by DSN'] as $way) {
    $fake = new FakeRedis(...['auth' => [OK, OK, REPEATED], ...ONCE]);
    loses('AUTH is repeated', $way, "wrong args 'AUTH worker ***'", fn ($more) => $fake->dsn('?'.AUTH.$more));
}
$refused = [":1\r\n", "-ERR ".SECRET.' of worker may not, '.substr(SECRET, 0, 9)." may\r\n"];
$fake = new FakeRedis(auth: [OK], eval: $refused, evalsha: $refused);
$why = 'ERR *** of worker may not, *** may';
loses('by the answer to a renewal', 'told', $why, fn ($more) => $fake->dsn('?'.AUTH.$more));

/** What a sentinel answers that names a new master. */
$masters = [];
$named = function () use (&$masters) {
    $role = "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n";
    $masters[] = $fake = new FakeRedis(...['auth' => [OK], 'role' => [$role], ...ONCE]);

    return "*2\r\n$9\r\n127.0.0.1\r\n$".strlen((string) $fake->port)."\r\n$fake->port\r\n";
};
$sentinels = fn ($fake) => fn ($more) => "redis:?host[127.0.0.1:$fake->port]&redis_sentinel=mymaster&".AUTH
    .'&sentinel_auth=watch%3Dman%2F8'.$more;
$fake = new FakeRedis(auth: [OK, OK, "-ERR wrong args 'AUTH ".OF_SENTINEL."'\r\n"], sentinel: [$named()]);
loses('AUTH, by a sentinel', 'thrown', "wrong args 'AUTH ***'", $sentinels($fake));
$fake = new FakeRedis(auth: [OK], sentinel: [$master = $named(), $master, '-ERR '.OF_SENTINEL." is nobody\r\n"]);
loses('by the answer of a sentinel', 'by DSN', 'ERR *** is nobody', $sentinels($fake));

$slots = "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:{port}\r\n";
$fake = new FakeRedis(...['auth' => [OK, OK, REPEATED], 'cluster' => [$slots], ...ONCE]);
$cluster = fn ($more) => "redis:?host[127.0.0.1:$fake->port]&redis_cluster=1&".AUTH.$more;
loses('AUTH, by a node of a cluster', 'thrown', "wrong args 'AUTH worker ***'", $cluster);

// Renewed by PHP: what is authenticated speaks the binary protocol.
$memcached = Child::start(<<<'CODE'
    $server = stream_socket_server('tcp://127.0.0.1:0');
    echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
    $peers = [];
    for ($value = '', $renewed = false;;) {
        $read = [$server, STDIN, ...$peers];
        stream_select($read, $none, $none, null);
        foreach ($read as $from) {
            if (STDIN === $from) {
                exit;
            }
            if ($from === $server) {
                $peer = stream_socket_accept($server);
                $peers[(int) $peer] = $peer;
                continue;
            }
            if (24 !== strlen($header = (string) stream_get_contents($from, 24))) {
                unset($peers[(int) $from]);
                continue;
            }
            $of = unpack('Cmagic/Copcode/nkey/Cextras/Ctype/nbucket/Nlength/Nopaque', $header);
            $body = $of['length'] ? stream_get_contents($from, $of['length']) : '';
            $said = substr($body, $of['extras'] + $of['key']);
            $answer = fn (string $text, int $status = 0, string $extras = '') => fwrite($from, pack(
                'CCnCCnNNJ',
                0x81,
                $of['opcode'],
                0,
                strlen($extras),
                0,
                $status,
                strlen($extras.$text),
                $of['opaque'],
                1,
            ).$extras.$text);
            if (0x21 === $of['opcode']) {
                // Once a lock is renewed nobody comes in.
                $renewed ? $answer('not '.strtr($said, "\0", ' ').', go', 0x20) : $answer('Authenticated');
            } elseif (0x0a === $of['opcode'] || 0x04 === $of['opcode']) {
                $answer('');
            } elseif (in_array($of['opcode'], [0x00, 0x09, 0x0c, 0x0d], true)) {
                $answer($value, 0, pack('N', 0));
            } elseif (0x02 === $of['opcode'] || '' === $value) {
                $value = $said;
                $answer('');
            } else {
                $answer('');
                $renewed = true;
                array_map(fclose(...), $peers);
                $peers = [];
                continue 2;
            }
        }
    }
    CODE);
$port = (int) $memcached->hear();
loses('AUTH, by a server of Memcached', 'told', 'authentication failed: not  worker ***, go',
    fn ($more) => 'memcached://worker:'.rawurlencode(SECRET)."@127.0.0.1:$port?read_timeout=2".$more);
?>
--EXPECT--
ok: the password is another one, thrown
ok: the password is another one, told
ok: the password is another one, by DSN
ok: the server is killed, told
ok: AUTH is repeated, thrown
ok: AUTH is repeated, told
ok: AUTH is repeated, by DSN
ok: by the answer to a renewal, told
ok: AUTH, by a sentinel, thrown
ok: by the answer of a sentinel, by DSN
ok: AUTH, by a node of a cluster, thrown
ok: AUTH, by a server of Memcached, told
