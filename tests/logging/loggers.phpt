--TEST--
What passes for a logger: any object with the methods of PSR-3
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Psr\Log\LoggerAwareInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

class PlainLogger
{
    public array $calls = [];
    public function emergency($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function alert($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function critical($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function error($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function warning($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function notice($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function info($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function debug($message, array $context = []) { $this->calls[] = [__FUNCTION__, $message, $context]; }
    public function log($level, $message, array $context = []) { $this->calls[] = [$level, $message, $context]; }
}

$store = new InMemoryStore();
$aware = [
    'Lock' => new Lock($key = new Key('r'), $store, 30),
    'LockFactory' => new LockFactory($store),
    'CombinedStore' => new CombinedStore([$store], new UnanimousStrategy()),
    'RetryTillSaveStore' => new RetryTillSaveStore($store),
];
foreach ($aware as $name => $object) {
    same("$name is aware of loggers", true, $object instanceof LoggerAwareInterface);
    same("$name takes a plain object", null, $object->setLogger(new PlainLogger()));
    foreach ([
        'a string' => 'logger',
        'an array' => [],
        'null' => null,
        'an int' => 1,
        'a callable name' => 'strlen',
    ] as $what => $bad) {
        raises("$name refuses $what", TypeError::class, 'logger', fn () => $object->setLogger($bad));
    }
    raises(
        "$name refuses an object without the methods",
        TypeError::class,
        'logger',
        fn () => $object->setLogger(new stdClass()),
    );
}

$lock = $aware['Lock'];
$lock->setLogger($first = new PlainLogger());
$lock->setLogger($logger = new PlainLogger());
$lock->acquire();
same('the last logger is used', [0, 2], [count($first->calls), count($logger->calls)]);
same('the key itself is in the context', $key, $logger->calls[0][2]['resource']);
same('levels', ['debug', 'debug'], array_column($logger->calls, 0));
same('the TTL is in the context', 30.0, $logger->calls[1][2]['ttl']);
$logger->calls = [];
same(
    'a conflict',
    false,
    (function () use ($store, $logger) {
        $lock = new Lock(new Key('r'), $store);
        $lock->setLogger($logger);
        return $lock->acquire();
    })(),
);
same('is an info', ['info'], array_column($logger->calls, 0));
same(
    'with the template as it is',
    'Failed to acquire the "{resource}" lock. Someone else already acquired the lock.',
    $logger->calls[0][1],
);

// A class that implements the interface, with or without a return type.
class Aware implements LoggerAwareInterface
{
    public function setLogger($logger): void {}
}
class AwareToo implements LoggerAwareInterface
{
    public function setLogger($logger) {}
}
echo "done\n";
?>
--EXPECT--
ok: Lock is aware of loggers
ok: Lock takes a plain object
ok: Lock refuses a string
ok: Lock refuses an array
ok: Lock refuses null
ok: Lock refuses an int
ok: Lock refuses a callable name
ok: Lock refuses an object without the methods
ok: LockFactory is aware of loggers
ok: LockFactory takes a plain object
ok: LockFactory refuses a string
ok: LockFactory refuses an array
ok: LockFactory refuses null
ok: LockFactory refuses an int
ok: LockFactory refuses a callable name
ok: LockFactory refuses an object without the methods
ok: CombinedStore is aware of loggers
ok: CombinedStore takes a plain object
ok: CombinedStore refuses a string
ok: CombinedStore refuses an array
ok: CombinedStore refuses null
ok: CombinedStore refuses an int
ok: CombinedStore refuses a callable name
ok: CombinedStore refuses an object without the methods
ok: RetryTillSaveStore is aware of loggers
ok: RetryTillSaveStore takes a plain object
ok: RetryTillSaveStore refuses a string
ok: RetryTillSaveStore refuses an array
ok: RetryTillSaveStore refuses null
ok: RetryTillSaveStore refuses an int
ok: RetryTillSaveStore refuses a callable name
ok: RetryTillSaveStore refuses an object without the methods
ok: the last logger is used
ok: the key itself is in the context
ok: levels
ok: the TTL is in the context
ok: a conflict
ok: is an info
ok: with the template as it is
done
