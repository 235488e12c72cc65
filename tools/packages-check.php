<?php
/*
 * Run by the PHP of a root folder that slock was just installed into: locks on files and on a Redis server, by classes that no
 * autoloader could have loaded.
 *
 *     php tools/packages-check.php redis:///socket
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\StoreFactory;

extension_loaded('slock') || throw new RuntimeException("slock is not loaded");
foreach (['flock', $argv[1]] as $dsn) {
    $factory = new LockFactory(StoreFactory::createStore($dsn));
    [$first, $second] = [$factory->createLock('invoice', 30), $factory->createLock('invoice', 30)];
    $outcomes = [$first->acquire(), $second->acquire(), $first->release(), $second->acquire(), $second->release()];
    [true, false, null, true, null] === $outcomes || throw new RuntimeException("$dsn: ".json_encode($outcomes));
}
echo 'PHP ', PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION, " locks\n";
