--TEST--
MongoDbDocumentStore: the commands of a session are part of its transaction
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use MongoDB\Driver\Manager;
use MongoDB\Driver\Monitoring\CommandFailedEvent;
use MongoDB\Driver\Monitoring\CommandStartedEvent;
use MongoDB\Driver\Monitoring\CommandSubscriber;
use MongoDB\Driver\Monitoring\CommandSucceededEvent;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\InvalidArgumentException;

group('every one', function () {
    $sent = new class implements CommandSubscriber {
        public array $commands = [];

        public function commandStarted(CommandStartedEvent $event): void
        {
            $this->commands[] = (array) $event->getCommand();
        }

        public function commandSucceeded(CommandSucceededEvent $event): void
        {
        }

        public function commandFailed(CommandFailedEvent $event): void
        {
        }

        public function last(): array
        {
            return array_pop($this->commands);
        }
    };
    document_insert(['_id' => 1, 'version' => 1]);
    $manager = new Manager(mongodb_server());
    $manager->addSubscriber($sent);
    $session = $manager->startSession();
    $names = ['database' => mongodb_database(), 'collection' => 'lock'];
    $store = new MongoDbDocumentStore($manager, $names + ['session' => $session]);
    $key = MongoDbDocumentStore::key(1);
    // Whether the server has transactions is its affair: what matters is what it is told.
    $quietly = function (callable $f): void {
        try {
            $f();
        } catch (Symfony\Component\Lock\Exception\ExceptionInterface) {
        }
    };

    $id = $session->getLogicalSessionId()->id->getData();
    $quietly(fn () => $store->save($key));
    $command = $sent->last();
    same('the session', $id, $command['lsid']->id->getData());
    same('no transaction yet', false, isset($command['startTransaction']));
    same('a majority', 'majority', $command['writeConcern']->w ?? null);

    $session->startTransaction();
    $number = null;
    foreach ([
        'findAndModify' => fn () => $store->save($key),
        'find' => fn () => $store->exists($key),
        'update' => fn () => $store->update(1, 1, ['$set' => ['n' => 1]]),
    ] as $name => $f) {
        $quietly($f);
        $command = $sent->last();
        same('the command', $name, array_key_first($command));
        same("$name: the session", $id, $command['lsid']->id->getData());
        $number ??= $command['txnNumber'];
        same("$name: the transaction", [$number, false], [$command['txnNumber'], $command['autocommit']]);
        same("$name: the first one starts it", 'findAndModify' === $name, isset($command['startTransaction']));
        same("$name: no concern of its own", false, isset($command['writeConcern']));
    }
    try {
        $session->abortTransaction();
    } catch (MongoDB\Driver\Exception\Exception) {
    }

    raises('by DSN', InvalidArgumentException::class, '"session"', fn () => new MongoDbDocumentStore(
        mongodb_uri(),
        ['session' => $session],
    ));
    raises('no session', InvalidArgumentException::class, '"session"', fn () => new MongoDbDocumentStore(
        $manager,
        $names + ['session' => new stdClass()],
    ));
    foreach (['lockField', 'ownerField', 'versionField'] as $option) {
        foreach (['', 'a.b', '$a', '_id', 5] as $value) {
            raises('a field', InvalidArgumentException::class, "\"$option\"", fn () => new MongoDbDocumentStore(
                $manager,
                $names + [$option => $value],
            ));
        }
    }
    raises('one field', InvalidArgumentException::class, 'two fields', fn () => new MongoDbDocumentStore(
        $manager,
        $names + ['lockField' => 'a', 'ownerField' => 'a'],
    ));
    foreach ([['versionField' => 'lock'], ['versionField' => '_slock'], ['lockField' => 'version']] as $fields) {
        raises('a version in it', InvalidArgumentException::class, '"versionField"', fn () => new MongoDbDocumentStore(
            $manager,
            $names + $fields,
        ));
    }
    raises('a misspelt option', InvalidArgumentException::class, '"lockfield"', fn () => new MongoDbDocumentStore(
        $manager,
        $names + ['lockfield' => 'a'],
    ));
});
?>
--EXPECT--
ok: every one
