--TEST--
MongoDbStore: in a bounded wait that also connects, a server is told what is left for a majority when it is connected, and says in time that nobody confirms
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

group('a new connection', function () {
    $primary = new MongodbPrimary();
    $primary->isSlow(700);
    $primary->answers([
        'n' => 1,
        'upserted' => [['index' => 0, '_id' => 'x']],
        'writeConcernError' => ['code' => 64, 'errmsg' => 'waiting for replication timed out'],
        'waits' => true,
        'ok' => 1.0,
    ]);
    $user = mongodb_user($primary->host, '&replicaSet=rs');
    $said = (string) mongodb_wait($user, 2.5);
    check('the server says why', str_contains($said, 'the write was not confirmed by a majority'), $said);
    same('the document is deleted again', 'update delete', $primary->heard());
    $limit = (int) explode(' ', (string) $primary->limits())[0];
    between('milliseconds for a majority', 500, 1575, $limit);
    $user->kill();
    $user->finish();
    $primary->end();
});
?>
--EXPECT--
ok: a new connection
