--TEST--
examples/document-transaction.php: a transaction under a lock of a document, whose commands are outside of it
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/mongodb-documents.inc';

use MongoDB\Driver\Monitoring\CommandFailedEvent;
use MongoDB\Driver\Monitoring\CommandStartedEvent;
use MongoDB\Driver\Monitoring\CommandSubscriber;
use MongoDB\Driver\Monitoring\CommandSucceededEvent;

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
};
MongoDB\Driver\Monitoring\addSubscriber($sent);
$argv = ['', mongodb_server(), $database = mongodb_database()];
ob_start();
require __DIR__.'/../../examples/document-transaction.php';
$said = ob_get_clean();
MongoDB\Driver\Monitoring\removeSubscriber($sent);

// What a server without transactions makes of the commit is its affair.
check('said', in_array($said, [
    "Saved, and in the history: version 2.\n",
    "Not saved: no such command: 'commitTransaction'\n",
], true), $said);
same('what was sent, and whether it was in the transaction', [
    ['update', false, false],
    ['findAndModify', false, false],
    ['update', true, true],
    ['insert', true, false],
    ['commitTransaction', true, false],
    ['findAndModify', false, false],
], array_map(
    fn ($command) => [
        array_key_first($command),
        false === ($command['autocommit'] ?? null),
        $command['startTransaction'] ?? false,
    ],
    $sent->commands,
));
same('one transaction', 1, count(array_unique(array_filter(array_column($sent->commands, 'txnNumber')))));
$post = mongodb_admin($database, ['find' => 'posts', 'filter' => ['_id' => 3]])[0] ?? null;
same('and free', [2, 'News', false], [$post['version'] ?? null, $post['title'] ?? null, isset($post['lock'])]);
?>
--EXPECT--
ok: said
ok: what was sent, and whether it was in the transaction
ok: one transaction
ok: and free
