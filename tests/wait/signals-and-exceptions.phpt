--TEST--
A signal that arrives while a client object throws is handled within the wait, not at the next signal
--EXTENSIONS--
pcntl
posix
mongodb
pdo
mysqlnd
pdo_mysql
ctype
--INI--
slock.poll_interval=1
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';

clean_ways();
pcntl_async_signals(true);
foreach (['MongoDbStore, Manager', 'DoctrineDbalStore, mysql'] as $name) {
    $way = ways()[$name];
    $lock = lock_on($way->store(), $resource = unique());
    $lock->acquire();
    // The other process sends the next signal when it has heard of the last one.
    $sender = Child::start(
        'for ($i = 0; $i < 30; ++$i) {
            usleep(random_int(3000, 9000));
            posix_kill((int) $argv[1], SIGUSR1);
            $read = [STDIN];
            $none = null;
            if (!stream_select($read, $none, $none, 2)) {
                exit("signal $i was lost\n");
            }
            fgets(STDIN);
        }
        echo "all\n";
        posix_kill((int) $argv[1], SIGUSR2);
        fgets(STDIN);',
        'here',
        ['posix', 'pcntl'],
        [],
        [(string) getmypid()],
    );
    pcntl_signal(SIGUSR1, fn () => $sender->say('heard'));
    pcntl_signal(SIGUSR2, fn () => throw new Exception('enough'));
    // Every attempt of the wait ends in an exception of the client: another one has the lock.
    raises(
        "$name: waits until the last one",
        Exception::class,
        'enough',
        fn () => lock_on($way->store(), $resource)->acquire(true, 10),
    );
    same("$name: signals", "all\n", $sender->finish());
}
?>
--EXPECT--
ok: MongoDbStore, Manager: waits until the last one
ok: MongoDbStore, Manager: signals
ok: DoctrineDbalStore, mysql: waits until the last one
ok: DoctrineDbalStore, mysql: signals
