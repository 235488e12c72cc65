--TEST--
Fifty forks while clients have connections, threads and traffic: no child and no parent hangs, and no thread is touched
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
clean_ways();
foreach (['ZookeeperStore', 'MongoDbStore', 'CombinedStore, mixed', 'RedisStore', 'MemcachedStore', 'PostgreSqlStore', 'MysqlStore', 'PdoStore, mysql'] as $name) {
    group($name, function () use ($name, $threads) {
        $way = ways()[$name];
        $lock = lock_on($store = $way->store(), unique());
        same('held', true, $lock->acquire());
        same('threads', isset($threads[$name]), threads() > 1);
        $ends = [];
        for ($i = 0; $i < 50; ++$i) {
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
                        $mine->acquire() && 1 === count(array_filter([$lock->isAcquired()], fn ($is) => $is === (Keeper::Session !== $way->keeper))) || posix_kill(getmypid(), SIGUSR1);
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
        same('the children ended', ['exit 0' => 50], $ends);
        same('the parent has it', [true, isset($threads[$name])], [$lock->isAcquired(), threads() > 1]);
        $lock->release();
        unset($lock, $own, $store);
        same('and ends its threads', 1, threads());
    });
}
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
