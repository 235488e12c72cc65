--TEST--
MongoDbStore: a look at known servers that is due ends, whatever has become of them
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

$gone = new MongodbPrimary();
$silent = new MongodbPrimary();
$users = [];
foreach (['gone' => $gone, 'silent' => $silent] as $what => $primary) {
    $users[$what] = mongodb_user($primary->host, '&replicaSet=rs&heartbeatFrequencyMS=500');
    same("$what: at first", 'acquired', mongodb_wait($users[$what], 2.0));
}
$gone->end();
$silent->silence();
usleep(600000);

group('it refuses', function () use ($users) {
    $said = (string) mongodb_wait($users['gone'], 0.5);
    check('the reason', str_contains($said, 'Connection refused'), $said);
});
group('it does not answer', function () use ($users) {
    $said = (string) mongodb_wait($users['silent'], 0.3);
    check('the reason', str_contains($said, 'no answer in time'), $said);
});
$silent->end();
foreach ($users as $user) {
    $user->finish();
}
?>
--EXPECT--
ok: gone: at first
ok: silent: at first
ok: the primary is silent
ok: it refuses
ok: it does not answer
