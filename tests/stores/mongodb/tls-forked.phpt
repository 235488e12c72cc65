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
require __DIR__.'/../../inc/tls-front.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

$dir = temporary_directory();
same('a certificate', '', self_signed_certificate($dir, 'localhost'));
$primary = new MongodbPrimary();
$tls = new TlsFront($primary->host, $dir);
$store = new MongoDbStore(
    "mongodb://127.0.0.1:$tls->port/a?collection=b&directConnection=true&tls=true&tlsAllowInvalidCertificates=true",
    ['gcProbability' => 0.0, 'driverOptions' => ['disableClientPersistence' => true]],
);
$store->save($key = new Key(unique()));
check('connected', 0 < $before = $tls->connections());
if (!$pid = pcntl_fork()) {
    $store = null;
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
$store->save($key);
same('on the same connection', $before, $tls->connections());
same('what the server has heard', 'update update', $primary->heard());
$store = null;
$tls->end();
$primary->end();
?>
--EXPECT--
ok: a certificate
ok: connected
ok: on the same connection
ok: what the server has heard
