--TEST--
MemcachedStore: refused credentials are told, and never the password
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached', 'memcached sasl'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

[$user, $password, $port] = array_map('getenv', [
    'SLOCK_TEST_MEMCACHED_SASL_USER',
    'SLOCK_TEST_MEMCACHED_SASL_PASSWORD',
    'SLOCK_TEST_MEMCACHED_SASL_PORT',
]);
$names = [":$port" => ':SASL'];
outcomes('a user without password', "memcached://$user@127.0.0.1:$port", $names);
outcomes('a wrong password', "memcached://$user:wr%2fong@127.0.0.1:$port", $names);
outcomes('a wrong user', "memcached://nobody:$password@127.0.0.1:$port", $names);
outcomes('no credentials', "memcached://127.0.0.1:$port", $names);
outcomes('the text protocol there', "memcached://127.0.0.1:$port?binary_protocol=0", $names, ['acquire']);
$impatient = "memcached://127.0.0.1:$port?binary_protocol=0&read_timeout=0.3";
outcomes('the text protocol there, others', $impatient, $names, ['refresh', 'isAcquired', 'release']);
// libmemcached takes the refusal of a "get" for a miss, and nothing of \Memcached tells the difference; or it sees the
// end of the connection first: faults-refused-get.phpt. Either is right, so both are written alike here.
$end = "LockStorageException: Memcached at 127.0.0.1:$port: CONNECTION FAILURE";
$misses = [
    'LockAcquiringException: Failed to define an expiration for the "lock" lock. <- '.$end =>
        'LockConflictedException: ',
    $end => 'false',
    'LockReleasingException: Failed to release the "lock" lock. <- '.$end => 'NULL',
];
$client = client((int) $port, [Memcached::OPT_BINARY_PROTOCOL => true]);
outcomes('no credentials, client object', $client, $names + $misses);
outcomes(
    'credentials for a server that wants none',
    "memcached://$user:$password@127.0.0.1:".getenv('SLOCK_TEST_MEMCACHED_PORT').'?prefix_key='.unique(),
);
?>
--EXPECT--
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
the text protocol there, others
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
