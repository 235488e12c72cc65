--TEST--
DoctrineDbalStore by URL: a fiber that is dropped, and exit(), while the connection is being made end as they do elsewhere
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
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
$leave = null;
spl_autoload_register(function (string $class) use (&$leave) {
    if ('Doctrine\DBAL\Driver\API\MySQL\ExceptionConverter' === $class) {
        ($leave)();
    }
}, true, true);

$save = function () {
    try {
        (new DoctrineDbalStore('mysql://user:a-password@127.0.0.1:1/nothing'))->save(new Key(unique()));
        echo "saved\n";
    } catch (Throwable $e) {
        echo 'caught ', get_class($e), "\n";
    } finally {
        echo "left the block\n";
    }
};

$leave = fn () => Fiber::suspend();
$fiber = new Fiber($save);
$fiber->start();
echo "dropped\n";
unset($fiber);

register_shutdown_function(fn () => print "a shutdown function\n");
$leave = fn () => exit("exit()\n");
$save();
?>
--EXPECT--
dropped
left the block
exit()
a shutdown function
