--TEST--
The thread that renews believes no answer that came behind an error of the Memcached server, where answers have no numbers
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

// It lets no client name versions. It answers the first "cas" with two errors, so that each one after that has the
// answer to the one before; the third finds that its lock has gone.
$server = Child::start(<<<'CODE'
    $listening = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listening, false), "\n";
    $clients = $heard = $values = $versions = [];
    $written = $made = 0;
    for (;;) {
        $read = [STDIN, $listening, ...$clients];
        stream_select($read, $write, $except, null);
        foreach ($read as $from) {
            if (STDIN === $from) {
                exit;
            }
            if ($listening === $from) {
                $client = stream_socket_accept($listening);
                $clients[(int) $client] = $client;
                $heard[(int) $client] = '';
                continue;
            }
            $bytes = fread($from, 65536);
            if ('' === $bytes || false === $bytes) {
                unset($clients[(int) $from]);
                continue;
            }
            $all = &$heard[(int) $from];
            $all .= $bytes;
            while (str_contains($all, "\r\n")) {
                [$line, $rest] = explode("\r\n", $all, 2);
                $words = explode(' ', $line) + [1 => ''];
                if ($length = in_array($words[0], ['add', 'cas'], true) ? (int) $words[4] : 0) {
                    if (strlen($rest) < $length + 2) {
                        break;
                    }
                    $value = substr($rest, 0, $length);
                    $rest = substr($rest, $length + 2);
                }
                $all = $rest;
                $key = $words[1];
                $number = preg_match('/ O\d+$/', $line, $match) ? $match[0] : '';
                switch ($words[0]) {
                    case 'stats':
                        $answer = "STAT evictions on\r\nEND";
                        break;
                    case 'mg':
                        $kept = $values[$key] ?? null;
                        $answer = match (true) {
                            'slock-takes-versions' === $key => 'CLIENT_ERROR invalid flag',
                            null !== $kept => 'VA '.strlen($kept)." c$versions[$key]$number\r\n$kept",
                            default => 'EN',
                        };
                        break;
                    case 'add':
                        [$values[$key], $versions[$key]] = [$value, ++$made];
                        $answer = 'STORED';
                        break;
                    case 'cas':
                        if (3 === ++$written) {
                            unset($values[$key]);
                        }
                        $answer = 1 === $written ? "ERROR\r\nERROR" : (isset($values[$key]) ? 'STORED' : 'NOT_FOUND');
                        break;
                    default:
                        $answer = 'ERROR';
                }
                fwrite($from, "$answer\r\n");
            }
            unset($all);
        }
    }
    CODE);
$store = new MemcachedStore('memcached://'.$server->hear());
$kept = $lost = [];
foreach (['a', 'b', 'c'] as $name) {
    $lock = new Lock(new Key($name), $store, 6.0, false);
    same("$name: acquired", true, $lock->acquire());
    $kept[] = [$lock, new KeepAlive($lock, onLost: function () use (&$lost, $name) { $lost[] = $name; })];
}
// A third of the TTL; at the next one it would be told in any case.
usleep(3_000_000);
same('lost', 1, count($lost));
$server->say('end');
$server->finish();
?>
--EXPECT--
ok: a: acquired
ok: b: acquired
ok: c: acquired
ok: lost
