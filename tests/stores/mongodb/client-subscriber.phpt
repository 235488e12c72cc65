--TEST--
MongoDbStore and MongoDbDocumentStore through a Manager: what a subscriber throws when the server has done the command leaves no lock behind
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
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

/** Throws once, at one event of one command. */
final class Throws implements CommandSubscriber
{
    public ?Throwable $what = null;
    public string $at = '';

    public function commandStarted(CommandStartedEvent $event): void
    {
        $this->look($event->getCommandName().' started');
    }

    public function commandSucceeded(CommandSucceededEvent $event): void
    {
        $this->look($event->getCommandName().' succeeded');
    }

    public function commandFailed(CommandFailedEvent $event): void
    {
    }

    private function look(string $event): void
    {
        if ($this->what && $event === $this->at) {
            [$what, $this->what] = [$this->what, null];
            throw $what;
        }
    }
}

$manager = new Manager(mongodb_server());
$manager->addSubscriber($throws = new Throws());
$names = ['database' => mongodb_database(), 'collection' => 'lock'];
$plain = new MongoDbStore($manager, ['gcProbability' => 0.0] + $names);
$with_index = new MongoDbStore($manager, ['gcProbability' => 1.0] + $names);
$fencing = new MongoDbStore($manager, ['gcProbability' => 0.0, 'fencing' => true] + $names);
$documents = new MongoDbDocumentStore($manager, $names);
foreach (['Exception', 'Error'] as $class) {
    foreach ([
        'update succeeded' => $plain,
        'createIndexes started' => $with_index,
        'createIndexes succeeded' => $with_index,
        'findAndModify started' => $fencing,
        'findAndModify succeeded' => $fencing,
    ] as $at => $store) {
        group("$class, $at", function () use ($class, $at, $store, $plain, $throws) {
            [$throws->what, $throws->at] = [new $class('of the subscriber'), $at];
            $lock = new Lock(new Key($name = unique()), $store, 300.0, false);
            $said = outcome(fn () => $lock->acquire());
            check('acquire', str_ends_with($said, "$class: of the subscriber"), $said);
            same('it has thrown', null, $throws->what);
            same('nothing is left', [], mongodb_documents(['_id' => $name]));
            same('another one', true, (new Lock(new Key($name), $plain, 300.0))->acquire());
        });
    }
    group("$class, a document", function () use ($class, $documents, $throws) {
        document_insert(['_id' => $id = unique()]);
        [$throws->what, $throws->at] = [new $class('of the subscriber'), 'findAndModify succeeded'];
        $lock = new Lock(MongoDbDocumentStore::key($id), $documents, 300.0, false);
        $said = outcome(fn () => $lock->acquire());
        check('acquire', str_ends_with($said, "$class: of the subscriber"), $said);
        same('nothing is left', ['_id' => $id], document_find($id));
    });
    group("$class, a lock that is held", function () use ($class, $plain, $documents, $throws) {
        document_insert(['_id' => $id = unique()]);
        foreach ([
            'update succeeded' => new Lock(new Key(unique()), $plain, 300.0),
            'findAndModify succeeded' => new Lock(MongoDbDocumentStore::key($id), $documents, 300.0),
        ] as $at => $lock) {
            $lock->acquire();
            [$throws->what, $throws->at] = [new $class('of the subscriber'), $at];
            $said = outcome(fn () => $lock->acquire());
            check("$at: acquire", str_ends_with($said, "$class: of the subscriber"), $said);
            same("$at: stays", true, $lock->isAcquired());
            $lock->release();
        }
    });
}
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: Exception, update succeeded
ok: Exception, createIndexes started
ok: Exception, createIndexes succeeded
ok: Exception, findAndModify started
ok: Exception, findAndModify succeeded
ok: Exception, a document
ok: Exception, a lock that is held
ok: Error, update succeeded
ok: Error, createIndexes started
ok: Error, createIndexes succeeded
ok: Error, findAndModify started
ok: Error, findAndModify succeeded
ok: Error, a document
ok: Error, a lock that is held
