--TEST--
Many forks while clients have connections, threads and traffic: no child and no parent hangs, and no thread is touched
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/holder.inc';
require __DIR__.'/../inc/every-store.inc';

/** Whether a client's threads run in this process. */
$threads = ['ZookeeperStore' => true];
// The extension mongodb never frees in a forked process what its parent has opened.
Way::$withDocuments = false;
clean_ways();
foreach ([
    'ZookeeperStore',
    'MongoDbStore',
    'CombinedStore, mixed',
    'RedisStore',
    'MemcachedStore',
    'PostgreSqlStore',
    'MysqlStore',
    'PdoStore, mysql',
] as $name) {
    group($name, function () use ($name, $threads) {
        $way = ways()[$name];
        $lock = lock_on($store = $way->store(), unique());
        same('held', true, $lock->acquire());
        same('threads', isset($threads[$name]), threads() > 1);
        $ends = [];
        $forks = isset($threads[$name]) ? 50 : 20;
        for ($i = 0; $i < $forks; ++$i) {
            // Something is on its way, or has just been.
            $own = lock_on($store, unique());
            $own->acquire() || check("cycle $i", false);
            if (!$pid = pcntl_fork()) {
                ini_set('slock.fork_release', '0');
                pcntl_alarm(20); // which ends a child that hangs
                switch ($i % 4) {
                    case 0: // ends
                        exit;
                    case 1: // lets go of everything
                        unset($own, $lock, $store);
                        break;
                    case 2: // uses the store, and ends
                        $mine = lock_on($store, unique());
                        $mine->acquire()
                            && 1 === count(array_filter(
                                [$lock->isAcquired()],
                                fn ($is) => $is === (Keeper::Session !== $way->keeper),
                            ))
                            || posix_kill(getmypid(), SIGUSR1);
                        exit;
                    case 3: // has a child of its own
                        if (!pcntl_fork()) {
                            exit;
                        }
                        pcntl_wait($status);
                }
                exit;
            }
            $own->release();
            pcntl_waitpid($pid, $status);
            $end = pcntl_wifexited($status) ? 'exit '.pcntl_wexitstatus($status) : 'signal '.pcntl_wtermsig($status);
            $ends[$end] = ($ends[$end] ?? 0) + 1;
        }
        same('the children ended', ['exit 0' => $forks], $ends);
        same('the parent has it', [true, isset($threads[$name])], [$lock->isAcquired(), threads() > 1]);
        $lock->release();
        unset($lock, $own, $store);
        check('and ends its threads', eventually(fn () => 1 === threads()), (string) threads());
    });
}
// A handler forks whenever a signal arrives, so also while the client's thread is in the middle of something.
group('ZookeeperStore, in the middle of its traffic', function () {
    $lock = lock_on($store = ways()['ZookeeperStore']->store(), unique());
    $lock->acquire();
    pcntl_async_signals(true);
    $sender = Child::start(
        'for ($i = 0; $i < 50; ++$i) { usleep(random_int(100, 2000)); posix_kill((int) $argv[1], SIGUSR1); '
            .'fgets(STDIN); } echo "all\n";',
        'here',
        ['posix', 'pcntl'],
        [],
        [(string) getmypid()],
    );
    $ends = [];
    $forks = 0;
    $isChild = false;
    pcntl_signal(SIGUSR1, function () use ($lock, $store, $sender, &$ends, &$forks, &$isChild) {
        if (!$pid = pcntl_fork()) {
            pcntl_sigprocmask(SIG_SETMASK, []); // handlers run with all signals blocked
            pcntl_alarm(20);
            $lock->isAcquired() || posix_kill(getmypid(), SIGUSR2);
            ini_set('slock.fork_release', '0');
            // It ends when the handler has returned. Before 8.4 PHP itself frees what it should not when a handler that
            // was called between an internal function and the next argument ends the script or throws.
            $isChild = true;

            return;
        }
        pcntl_waitpid($pid, $status);
        $end = pcntl_wifexited($status) ? 'exit '.pcntl_wexitstatus($status) : 'signal '.pcntl_wtermsig($status);
        $ends[$end] = ($ends[$end] ?? 0) + 1;
        ++$forks;
        $sender->say('');
    });
    for ($i = 0; !$isChild && $forks < 50 && $i < 20000; ++$i) {
        $own = lock_on($store, "own-$i");
        $own->acquire() || $isChild || check("cycle $i", false);
        $own->release();
    }
    if ($isChild) {
        exit;
    }
    same('the children ended', ['exit 0' => 50], $ends);
    same('the sender', "all\n", $sender->finish());
    same('the parent has it', true, $lock->isAcquired());
});
?>
--EXPECT--
ok: ZookeeperStore
ok: MongoDbStore
ok: CombinedStore, mixed
ok: RedisStore
ok: MemcachedStore
ok: PostgreSqlStore
ok: MysqlStore
ok: PdoStore, mysql
ok: ZookeeperStore, in the middle of its traffic
