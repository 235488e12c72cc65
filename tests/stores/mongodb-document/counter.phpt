--TEST--
MongoDbDocumentStore: 16 processes increment one document and lose nothing; with ODM's lock some are lost
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

/** What the counter of the document says after that loop in 16 processes. */
function count_in_document(int $id, int $cycles, string $loop): int
{
    $code = <<<'CODE'
        require $argv[1];
        define('ID', (int) $argv[2]);
        function change(array $filter, array $change): int
        {
            return mongodb_admin(getenv('DATABASE'), [
                'update' => 'lock',
                'updates' => [['q' => ['_id' => ID] + $filter, 'u' => $change]],
            ])['n'];
        }
        function document(): array
        {
            return mongodb_admin(getenv('DATABASE'), ['find' => 'lock', 'filter' => ['_id' => ID]])[0];
        }
        document();
        echo "ready\n";
        fgets(STDIN);
        CODE."\n".sprintf($loop, $cycles)."\necho 'finished';";
    $children = [];
    for ($i = 0; $i < 16; ++$i) {
        $children[] = Child::start(
            $code,
            'slock',
            ['mongodb'],
            [],
            [__DIR__.'/../../inc/mongodb-documents.inc', (string) $id],
        );
    }
    foreach ($children as $child) {
        same('ready', 'ready', $child->hear());
    }
    foreach ($children as $child) {
        $child->say('go');
    }
    foreach ($children as $i => $child) {
        same("process $i", 'finished', $child->finish(300));
    }

    return document_find($id)['n'];
}

putenv('DATABASE='.mongodb_database());
putenv('DOCUMENTS='.mongodb_uri());
// Of each process; SLOCK_TEST_CYCLES=500 is a longer run, of a minute or more.
$cycles = (int) (getenv('SLOCK_TEST_CYCLES') ?: (opcache() || getenv('ASAN_OPTIONS') ? 20 : 100));
document_insert(['_id' => 1, 'n' => 0]);
document_insert(['_id' => 2, 'n' => 0]);
group('slock', function () use ($cycles) {
    $counted = count_in_document(1, $cycles, <<<'LOOP'
        $store = new Slock\Store\MongoDbDocumentStore(getenv('DOCUMENTS'));
        for ($i = 0; $i < %d; ++$i) {
            $lock = new Symfony\Component\Lock\Lock($store::key(ID), $store, 60);
            $lock->acquire(true);
            $n = document()['n'];
            change([], ['$set' => ['n' => $n + 1]]);
            $lock->release();
        }
        LOOP);
    same('nothing is lost', 16 * $cycles, $counted);
});
group("ODM's own commands", function () {
    $counted = count_in_document(2, 20, <<<'LOOP'
        for ($i = 0; $i < %d; ++$i) {
            while (4 === (document()['lock'] ?? null)) {
                usleep(random_int(100, 2000));
            }
            change([], ['$set' => ['lock' => 4]]);
            $n = document()['n'];
            change([], ['$set' => ['n' => $n + 1], '$unset' => ['lock' => true]]);
        }
        LOOP);
    check("some are lost: $counted of 320", $counted > 0 && $counted < 320, $counted);
});
?>
--EXPECT--
ok: slock
ok: ODM's own commands
