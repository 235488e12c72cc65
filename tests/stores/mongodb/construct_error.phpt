--TEST--
MongoDbStore: what the constructor refuses, in the words of the package, without credentials
--EXTENSIONS--
mongodb
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-library.inc';
require __DIR__.'/../../inc/slock.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;
use Symfony\Component\Lock\Store\StoreFactory;

ini_set('zend.exception_ignore_args', '0');
ini_set('zend.exception_string_param_max_len', '1000');
function refused(#[SensitiveParameter] mixed ...$arguments): void
{
    try {
        new MongoDbStore(...$arguments);
        echo "accepted\n";
    } catch (Throwable $e) {
        echo chain($e), "\n";
        if (str_contains((string) $e, 'secret')) {
            echo "FAIL: a secret is in the text or the trace\n";
        }
    }
}

/** The package's constructor takes them as well; none may be passed over in silence. */
function unusable(MongoDbStore $store): void
{
    foreach (['save', 'exists', 'delete'] as $method) {
        try {
            $store->$method(new Key('unusable'));
            echo "FAIL: $method\n";
        } catch (LockConflictedException $e) {
            echo "FAIL: $method: a conflict\n";
        } catch (Throwable $e) {
            $said[] = chain($e);
            str_contains((string) $e, 'secret') && print "FAIL: a secret is in the text or the trace\n";
        }
    }
    echo implode("\n", array_unique($said)), "\n";
}

$uri = 'mongodb://localhost/db?collection=c';
refused('mongodb://user:secret@localhost');
refused('mongodb://user:secret@localhost/db');
refused('mongodb://localhost/?collection=c');
refused('mongodb://localhost/db?collection=');
refused(new Manager('mongodb://localhost'));
refused(new Manager('mongodb://localhost'), ['database' => 'db']);
refused(new MongoDB\Client(new Manager('mongodb://localhost')));
refused(new MongoDB\Database(new Manager('mongodb://localhost'), 'db'));
refused($uri, ['gcProbability' => -0.1]);
refused($uri, ['gcProbability' => 1.1]);
refused($uri, ['gcProbablity' => 2]);
refused($uri, ['gcProbability' => 'often']);
refused($uri, ['gcProbability' => NAN]);
refused($uri, ['database' => 1, 'collection' => []]);
refused($uri, ['uriOptions' => 'none']);
foreach ([
    ['uriOptions' => ['password' => 'secret', 'readPreferenceTags' => [['dc' => 'a']]]],
    ['driverOptions' => ['pem_pwd' => 'secret', 'autoEncryption' => []]],
    ['driverOptions' => ['context' => stream_context_create(['ssl' => ['verify_peer' => true]])]],
] as $options) {
    unusable(new MongoDbStore($uri, $options));
}
refused($uri, [], 0.0);
refused($uri, [], -1.0);
refused($uri, [], NAN);
refused('http://user:secret@localhost');
refused('mongodb:user:secret@localhost');
refused("mongodb://u:secret@localhost/db\0?collection=c");
refused(new stdClass());
refused([]);
echo outcome(fn () => StoreFactory::createStore('mongodb://localhost/db?collection=c')::class), "\n";
echo outcome(fn () => StoreFactory::createStore(new MongoDB\Collection(new Manager(), 'db', 'c'))::class), "\n";
?>
--EXPECT--
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "database" in the URI path or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "collection" in the URI querystring or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "database" in the URI path or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "collection" in the URI querystring or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "database" in the URI path or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "collection" in the URI querystring or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "database" in the URI path or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "collection" in the URI querystring or option.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" gcProbability must be a float from 0.0 to 1.0, "-0.100000" given.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" gcProbability must be a float from 0.0 to 1.0, "1.100000" given.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" gcProbability must be a float from 0.0 to 1.0, "2.000000" given.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" gcProbability must be a float from 0.0 to 1.0.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" gcProbability must be a float from 0.0 to 1.0, "nan" given.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" expects the option "database" to be a non-empty string of valid UTF-8.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" expects the option "uriOptions" to be an array.
Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://localhost/db" cannot be used: The value of the URI option "readPreferenceTags" is not supported by the native client; pass a MongoDB\Driver\Manager instead
Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://localhost/db" cannot be used: The driver option "autoEncryption" is not supported by the native client; pass a MongoDB\Driver\Manager instead
Symfony\Component\Lock\Exception\LockStorageException: The MongoDB Connection URI "mongodb://localhost/db" cannot be used: The driver option "context" is not supported by the native client; pass a MongoDB\Driver\Manager instead
Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" expects a strictly positive TTL, got "0".
Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" expects a strictly positive TTL, got "-1".
Symfony\Component\Lock\Exception\InvalidTtlException: Symfony\Component\Lock\Store\MongoDbStore::__construct(): $initialTtl must be a finite number of seconds that is not negative, NAN given
Symfony\Component\Lock\Exception\InvalidArgumentException: The given MongoDB Connection URI "http:***" is invalid. Expecting "mongodb://" or "mongodb+srv://".
Symfony\Component\Lock\Exception\InvalidArgumentException: The given MongoDB Connection URI "mongodb:***" is invalid. Expecting "mongodb://" or "mongodb+srv://".
Symfony\Component\Lock\Exception\InvalidArgumentException: The given MongoDB Connection URI "mongodb:***" is invalid. Expecting "mongodb://" or "mongodb+srv://".
TypeError: Symfony\Component\Lock\Store\MongoDbStore::__construct(): Argument #1 ($mongo) must be of type MongoDB\Collection|MongoDB\Database|MongoDB\Client|MongoDB\Driver\Manager|string, stdClass given
TypeError: Symfony\Component\Lock\Store\MongoDbStore::__construct(): Argument #1 ($mongo) must be of type object|string, array given
"Symfony\\Component\\Lock\\Store\\MongoDbStore"
"Symfony\\Component\\Lock\\Store\\MongoDbStore"
