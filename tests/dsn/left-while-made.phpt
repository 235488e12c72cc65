--TEST--
DoctrineDbalStore by URL: a fiber that is dropped, and exit(), while Doctrine makes the connection object end as they do elsewhere
--FILE--
<?php
// What of Doctrine is called with the URL.
namespace Doctrine\DBAL {
    class Configuration
    {
    }

    class DriverManager
    {
        public static ?\Closure $leave = null;

        public static function getConnection(array $parameters): void
        {
            (self::$leave)();
        }
    }
}

namespace {
    require __DIR__.'/../inc/slock.inc';

    use Doctrine\DBAL\DriverManager;
    use Symfony\Component\Lock\Store\DoctrineDbalStore;

    $make = function () {
        try {
            new DoctrineDbalStore('mysql://user:a-password@127.0.0.1:1/nothing');
            echo "made\n";
        } catch (Throwable $e) {
            echo 'caught ', get_class($e), "\n";
        } finally {
            echo "left the block\n";
        }
    };

    DriverManager::$leave = fn () => Fiber::suspend();
    $fiber = new Fiber($make);
    $fiber->start();
    echo "dropped\n";
    unset($fiber);

    register_shutdown_function(fn () => print "a shutdown function\n");
    DriverManager::$leave = fn () => exit("exit()\n");
    $make();
}
?>
--EXPECT--
dropped
left the block
exit()
a shutdown function
