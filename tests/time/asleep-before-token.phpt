--TEST--
MongoDbStore: who has slept between the lock and its fencing token, as a machine does, has neither
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('mongodb');
need_command('faketime');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/faketime.inc';
require __DIR__.'/../inc/mongodb.inc';

$uri = mongodb_uri().'&fencing=1&appname=asleep';
$clock = temporary_directory().'/clock';
$child = Child::start(<<<'CODE'
    use Symfony\Component\Lock\{Key, Lock};
    use Symfony\Component\Lock\Store\MongoDbStore;

    $store = new MongoDbStore($argv[1], ['gcProbability' => 0]);
    while ($name = trim((string) fgets(STDIN))) {
        $lock = new Lock(new Key($name), $store, 60, false);
        try {
            $said = [$lock->acquire()];
        } catch (Exception $e) {
            $said = [$e->getPrevious() ? $e->getPrevious()::class : $e->getMessage()];
        }
        echo json_encode([...$said, null !== Slock\fencing_token($lock), $lock->isAcquired()]), "\n";
    }
    CODE, 'here', ['mongodb'], [], [$uri], with_clock($clock));
$acquire = function () use ($child, $clock): array {
    mongodb_admin('admin', [
        'configureFailPoint' => 'failCommand',
        'mode' => ['times' => 1],
        'data' => [
            'failCommands' => ['findAndModify'],
            'appName' => 'asleep',
            'blockConnection' => true,
            'blockTimeMS' => 1000,
        ],
    ]);
    $child->say($name = unique());
    $find = ['find' => 'lock', 'filter' => ['_id' => $name]];
    check('it has the lock', eventually(fn () => mongodb_admin(mongodb_database(), $find)));
    write_clock($clock, 3600);

    return json_decode($child->hear(15), true);
};

group('who has slept', function () use ($acquire, $child) {
    $child->say($name = unique());
    same('before', [true, true, true], json_decode($child->hear(15), true));
    same('then', ['Symfony\Component\Lock\Exception\LockExpiredException', false, false], $acquire());
    // The clock has been the same all the time.
    same('after it', [true, true, true], $acquire());
    $child->finish();
});
?>
--EXPECT--
ok: who has slept
