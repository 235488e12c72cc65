--TEST--
MongoDbStore by URI over TLS: a child that lets go of its copy of a connection does not end it for its parent
--EXTENSIONS--
mongodb
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); need_command('openssl');
need_extension('openssl'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';
require __DIR__.'/../../inc/certificate.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

$dir = temporary_directory();
same('a certificate', '', self_signed_certificate($dir, 'localhost'));
$primary = new MongodbPrimary();
// Passes on what comes over TLS, and says how many connections there have been when it hears a line.
$tls = Child::start(<<<'CODE'
    $server = stream_socket_server(
        'tls://127.0.0.1:0',
        $code,
        $message,
        STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
        stream_context_create(['ssl' => ['local_cert' => "$argv[2]/crt", 'local_pk' => "$argv[2]/key"]]),
    );
    echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
    $connections = 0;
    $pairs = [];
    for (;;) {
        $read = [$server, STDIN, ...array_column($pairs, 0)];
        $none = null;
        if (!stream_select($read, $none, $none, null)) {
            continue;
        }
        foreach ($read as $from) {
            if ($from === $server) {
                if ($a = @stream_socket_accept($server)) {
                    ++$connections;
                    $b = stream_socket_client("tcp://$argv[1]");
                    stream_set_blocking($a, false);
                    stream_set_blocking($b, false);
                    $pairs[(int) $a] = [$a, $b];
                    $pairs[(int) $b] = [$b, $a];
                }
            } elseif ($from === STDIN) {
                if (false === fgets(STDIN)) {
                    exit;
                }
                echo "$connections\n";
            } elseif (isset($pairs[(int) $from])) {
                $to = $pairs[(int) $from][1];
                $bytes = fread($from, 65536);
                if ('' !== $bytes && false !== $bytes) {
                    fwrite($to, $bytes);
                } elseif (feof($from)) {
                    unset($pairs[(int) $from], $pairs[(int) $to]);
                    fclose($from);
                    fclose($to);
                }
            }
        }
    }
    CODE, 'here', ['openssl'], [], [$primary->host, $dir]);
$port = $tls->hear();
$connections = function () use ($tls): int {
    $tls->say('how many');

    return (int) $tls->hear();
};
$store = new MongoDbStore(
    "mongodb://127.0.0.1:$port/a?collection=b&directConnection=true&tls=true&tlsAllowInvalidCertificates=true",
    ['gcProbability' => 0.0, 'driverOptions' => ['disableClientPersistence' => true]],
);
$store->save($key = new Key(unique()));
check('connected', 0 < $before = $connections());
if (!$pid = pcntl_fork()) {
    $store = null;
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
$store->save($key);
same('on the same connection', $before, $connections());
same('what the server has heard', 'update update', $primary->heard());
$store = null;
$tls->finish();
$primary->end();
?>
--EXPECT--
ok: a certificate
ok: connected
ok: on the same connection
ok: what the server has heard
