--TEST--
MemcachedStore through \Memcached: a "get" that is refused for want of authentication, before and after the connection has ended
--EXTENSIONS--
igbinary
memcached
msgpack
pcntl
posix
--FILE--
<?php
require __DIR__.'/faults.inc';

/*
 * libmemcached sends a "get" as two requests. memcached refuses the first one and closes the connection. If it has not
 * read the second one by then the connection is reset, and if libmemcached sees that in time it is all that it tells.
 */
function refuse_a_get(string $how, bool $reads_both): void
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
    if (!$pid = pcntl_fork()) {
        $client = client($port, [Memcached::OPT_BINARY_PROTOCOL => true]);
        outcomes($how, $client, [":$port" => ':PORT'], ['isAcquired']);
        exit;
    }
    // What looks like a miss is asked for once more.
    for ($request = 0; $request < ($reads_both ? 2 : 1); ++$request) {
        $connection = stream_socket_accept($listener);
        stream_set_read_buffer($connection, 0);
        fread($connection, 24 + strlen('lock'));
        // The second one has arrived.
        $both = [$connection];
        stream_select($both, $none, $none, 10);
        $sleeps = fn () => preg_match('/^State:\s+S/m', file_get_contents("/proc/$pid/status"));
        $reads_both && fread($connection, 24);
        eventually($sleeps) || exit('FAIL: the client does not wait');
        // All of this before the client looks again.
        posix_kill($pid, SIGSTOP);
        pcntl_waitpid($pid, $status, WUNTRACED);
        fwrite($connection, hex2bin('810d0000000000200000000d000100000000000000000000').'Auth failure.');
        fclose($connection);
        posix_kill($pid, SIGCONT);
    }
    pcntl_waitpid($pid, $status);
}

refuse_a_get('refused', true);
refuse_a_get('refused and reset', false);
?>
--EXPECT--
refused
  isAcquired: false
refused and reset
  isAcquired: LockStorageException: Memcached at 127.0.0.1:PORT: CONNECTION FAILURE
