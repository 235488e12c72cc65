--TEST--
MongoDbDocumentStore::key(): every _id has a key of its own, and the key finds the document
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use MongoDB\BSON\Binary;
use MongoDB\BSON\ObjectId;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;

group('every one', function () {
    $store = new MongoDbDocumentStore(mongodb_uri());
    $names = [];
    foreach ([
        new ObjectId('0123456789abcdef01234567'),
        'oid:0123456789abcdef01234567',
        'oid:0123456789ABCDEF01234567',
        'oid:',
        42,
        '42',
        'int:42',
        'int:042',
        -1,
        PHP_INT_MAX,
        PHP_INT_MIN,
        'int:',
        'int:9223372036854775808',
        new Binary('0123456789abcdef', Binary::TYPE_UUID),
        new Binary("\xff\0", Binary::TYPE_GENERIC),
        'bin:04:MDEyMw==',
        'bin:04:MDEyMw',
        'str:a',
        'str:str:a',
        'a',
        "quotes \" ' \\ \n and \0 and \u{e9}",
        '$lock',
        '',
    ] as $id) {
        $what = is_object($id) ? $id::class : var_export($id, true);
        $key = MongoDbDocumentStore::key($id);
        document_insert(['_id' => $id, 'n' => 1]);
        same("$what: another name than all before", false, isset($names[(string) $key]));
        $names[(string) $key] = true;
        $store->save($key);
        same("$what: its document is locked", 4, document_find($id)['lock']);
        same("$what: no other is", 1, count(mongodb_documents(['lock' => 4])));
        $store->delete(unserialize(serialize($key)));
        same("$what: and free", false, isset(document_find($id)['lock']));
    }
    foreach (['int:042', 'oid:', 'bin:04:MDEyMw', 'str:a' => 'a'] as $name => $id) {
        $store->save($key = new Key(is_string($name) ? $name : $id));
        same("$id: no other name of it", 4, document_find($id)['lock'] ?? null);
        $store->delete($key);
    }
    same('a plain string is its own name', 'post-1', (string) MongoDbDocumentStore::key('post-1'));
    foreach ([null, 1.5, true, [], new stdClass()] as $id) {
        raises('no id', InvalidArgumentException::class, '$id', fn () => MongoDbDocumentStore::key($id));
    }
    raises('by a key of none', LockStorageException::class, 'no document', fn () => $store->save(new Key('none')));
});
?>
--EXPECT--
ok: every one
