--TEST--
StoreFactory: the store that is none of ours, DynamoDbStore, and what the autoloader may do about it
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\StoreFactory;

// A scheme whose client is not built in is the affair of ./dev without.
echo outcome(fn () => StoreFactory::createStore('dynamodb://default')), "\n";

// The autoloader may throw.
spl_autoload_register($throws = function ($class) { throw new DomainException("no $class"); });
echo outcome(fn () => StoreFactory::createStore('dynamodb://default')), "\n";
spl_autoload_unregister($throws);

// What it finds may be no store.
spl_autoload_register(function ($class) {
    if ('Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore' === $class) {
        eval('namespace Symfony\Component\Lock\Bridge\DynamoDb\Store; class DynamoDbStore { }');
    }
});
raises(
    'no store',
    InvalidArgumentException::class,
    'is no Symfony\Component\Lock\PersistingStoreInterface',
    fn () => StoreFactory::createStore('dynamodb://default'),
);
?>
--EXPECT--
LogicException: Class "Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore" is missing. Try running "composer require symfony/amazon-dynamo-db-lock" to install the lock store package.
DomainException: no Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore
ok: no store
