--TEST--
MemcachedStore: every failure is an exception with the server's address and the cause, never a conflict and never a password
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached', 'memcached-server', 'memcached sasl'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\StoreFactory;

function client(int|string $port, array $options = []): Memcached
{
    $client = new Memcached();
    $client->setOptions(
        $options + [
            Memcached::OPT_CONNECT_TIMEOUT => 1000,
            Memcached::OPT_POLL_TIMEOUT => 300,
            Memcached::OPT_RETRY_TIMEOUT => 0,
        ],
    );
    $client->addServer(is_int($port) ? '127.0.0.1' : $port, is_int($port) ? $port : 11211);

    return $client;
}

/* What the four operations of a lock end in, with what is different in every run replaced. */
function all(string $what, string|Memcached $connection, array $replace = []): void
{
    echo "$what\n";
    $store = new MemcachedStore($connection);
    $lock = new Lock(new Key('lock'), $store, 60, false);
    $outcomes = [];
    foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $call) {
        $outcome = preg_replace(
            '/Symfony\\\\Component\\\\Lock\\\\Exception\\\\/',
            '',
            outcome(fn () => $lock->$call()),
        );
        $outcome = strtr($outcome, [...$replace, getenv('SLOCK_TEST_MEMCACHED_SASL_PASSWORD') => 'THE PASSWORD']);
        $outcomes[$outcome][] = $call;
    }
    foreach ($outcomes as $outcome => $calls) {
        echo '  ', implode(', ', $calls), ': ', $outcome, "\n";
    }
}

[$user, $password, $port] = array_map('getenv', [
    'SLOCK_TEST_MEMCACHED_SASL_USER',
    'SLOCK_TEST_MEMCACHED_SASL_PASSWORD',
    'SLOCK_TEST_MEMCACHED_SASL_PORT',
]);
$names = [":$port" => ':SASL'];
all('nobody listens', 'memcached://127.0.0.1:1');
all('nobody listens, client object', client(1));
all('no such host', 'memcached://nobody.invalid');
all('no such host, client object', client('nobody.invalid'));
all('no such socket', 'memcached:///nowhere/memcached.sock');
all('a user without password', "memcached://$user@127.0.0.1:$port", $names);
all('a wrong password', "memcached://$user:wr%2fong@127.0.0.1:$port", $names);
all('a wrong user', "memcached://nobody:$password@127.0.0.1:$port", $names);
all('no credentials', "memcached://127.0.0.1:$port", $names);
all('the text protocol there', "memcached://127.0.0.1:$port?binary_protocol=0&read_timeout=0.3", $names);
// libmemcached takes the refusal of a "get" for a miss; nothing of \Memcached tells the difference.
all('no credentials, client object', client((int) $port, [Memcached::OPT_BINARY_PROTOCOL => true]), $names);
all(
    'credentials for a server that wants none',
    "memcached://$user:$password@127.0.0.1:".getenv('SLOCK_TEST_MEMCACHED_PORT').'?prefix_key='.unique(),
);

$ascii = new OwnMemcached('-B', 'ascii');
all('a server without binary protocol', $ascii->dsn('?read_timeout=0.3'), [":$ascii->port" => ':ASCII']);
all('with binary_protocol=0', $ascii->dsn('?binary_protocol=0'));

$full = new OwnMemcached('-M', '-m', '2');
$text = $full->text();
for ($i = 0, $answer = ''; !str_starts_with($answer, 'SERVER_ERROR'); ++$i) {
    $answer = $text->call("set key$i 0 0 44\r\n".str_repeat('x', 44));
}
$names = [":$full->port" => ':FULL'];
all('no memory', $full->dsn(), $names);
all('no memory, text protocol', $full->dsn('?binary_protocol=0'), $names);
all('no memory, client object', client($full->port), $names);

$own = new OwnMemcached();
$names = [":$own->port" => ':OWN'];
$ways = [
    'DSN' => $own->dsn('?read_timeout=0.3'),
    'text' => $own->dsn('?poll_timeout=300&binary_protocol=0'),
    'client' => client($own->port),
];
$locks = array_map(fn ($way) => new Lock(new Key(unique()), new MemcachedStore($way), 60, false), $ways);
foreach ($locks as $way => $lock) {
    same("$way: acquired", true, $lock->acquire());
}
$own->signal(SIGSTOP);
foreach ($ways as $way => $connection) {
    all("$way, a server that does not answer", $connection, $names);
}
$own->signal(SIGCONT);
foreach ($locks as $way => $lock) {
    same("$way: it answers again", true, $lock->isAcquired());
}
$own->stop();
foreach ($ways as $way => $connection) {
    all("$way, a server that is gone", $connection, $names);
}
$own->start();
// libmemcached asks a server that was gone only after some seconds again.
unset($locks['client']);
foreach ($locks as $way => $lock) {
    same("$way: a restarted server has forgotten the lock", false, $lock->isAcquired());
    same("$way: acquired again", true, $lock->acquire());
}
$own->stop();
$own->start();
foreach ($locks as $way => $lock) {
    same("$way: restarted between two calls, the next one works", true, $lock->acquire());
    $lock->release();
}
?>
--EXPECT--
nobody listens
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
  isAcquired: LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
nobody listens, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: CONNECTION FAILURE
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  isAcquired: LockStorageException: Memcached at 127.0.0.1:1: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
no such host
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
  isAcquired: LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
no such host, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: getaddrinfo() or getnameinfo() HOSTNAME LOOKUP FAILURE
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  isAcquired: LockStorageException: Memcached at nobody.invalid:11211: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
no such socket
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
  isAcquired: LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
a user without password
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  isAcquired: LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
a wrong password
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  isAcquired: LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
a wrong user
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  isAcquired: LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: authentication failed: Auth failure.
no credentials
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: Auth failure.
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: Auth failure.
  isAcquired: LockStorageException: Memcached at 127.0.0.1:SASL: Auth failure.
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: Auth failure.
the text protocol there
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: the server closed the connection
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:SASL: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: no answer within 0.3 seconds
no credentials, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:SASL: AUTHENTICATION FAILURE
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
credentials for a server that wants none
  acquire, isAcquired: true
  refresh, release: NULL
a server without binary protocol
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
with binary_protocol=0
  acquire, isAcquired: true
  refresh, release: NULL
no memory
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: Out of memory allocating item
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
no memory, text protocol
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: SERVER_ERROR out of memory storing object
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
no memory, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: SERVER FAILED TO ALLOCATE OBJECT
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
ok: DSN: acquired
ok: text: acquired
ok: client: acquired
DSN, a server that does not answer
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
text, a server that does not answer
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
client, a server that does not answer
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
ok: DSN: it answers again
ok: text: it answers again
ok: client: it answers again
DSN, a server that is gone
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
text, a server that is gone
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
client, a server that is gone
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: CONNECTION FAILURE
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: CONNECTION FAILURE
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
ok: DSN: a restarted server has forgotten the lock
ok: DSN: acquired again
ok: text: a restarted server has forgotten the lock
ok: text: acquired again
ok: DSN: restarted between two calls, the next one works
ok: text: restarted between two calls, the next one works
