--TEST--
DoctrineDbalStore by URL: after a fatal error while the connection is being made, sockets of shutdown functions stay open
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--INI--
slock.connect_timeout=0.2
display_errors=0
log_errors=0
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc'; need_file('Doctrine/DBAL/autoload.php');
?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require_once 'Doctrine/DBAL/autoload.php';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

// DBAL loads it when it was refused, from inside of its call.
spl_autoload_register(function (string $class) {
    if ('Doctrine\DBAL\Driver\API\MySQL\ExceptionConverter' === $class) {
        trigger_error('the end', E_USER_ERROR);
    }
}, true, true);
register_shutdown_function(function () {
    same('the fatal error', 'the end', error_get_last()['message'] ?? null);
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    // Longer than the time limit, and than it takes to look again.
    usleep(600000);
    same('written', 4, @fwrite($one, 'word'));
    same('read', 'word', fread($other, 4));
});
(new DoctrineDbalStore('mysql://user:a-password@127.0.0.1:1/nothing'))->save(new Key(unique()));
?>
--EXPECT--
ok: the fatal error
ok: written
ok: read
