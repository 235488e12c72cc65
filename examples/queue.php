<?php
/*
 * One process acquires a lock and puts its key into a queue with the job; another process takes the job, works under
 * the same lock and releases it. The queue is a file here. Needs a Redis server:
 *
 *     php -d extension=slock.so examples/queue.php send redis://localhost
 *     php -d extension=slock.so examples/queue.php work redis://localhost
 *
 * (With the name of a file as the third argument, the queue is there.)
 */

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$dsn = $argv[2] ?? (getenv('REDIS_DSN') ?: 'redis://localhost');
$queue = $argv[3] ?? sys_get_temp_dir().'/slock-example-queue';
$store = new RedisStore($dsn);

switch ($argv[1] ?? null) {
    case 'send':
        // The key is what makes an owner: whoever has a copy of it owns the lock.
        $key = new Key('article.42');

        // autoRelease: false, since the lock must outlive this process.
        $lock = new Lock($key, $store, 300, false);
        if (!$lock->acquire()) {
            exit("sender: someone works on article 42 already\n");
        }
        file_put_contents($queue, serialize(['article' => 42, 'key' => $key]));
        echo "sender: article 42 is locked, and the job is in the queue\n";
        break;

    case 'work':
        $job = is_file($queue) ? unserialize(file_get_contents($queue)) : exit("worker: the queue is empty\n");
        unlink($queue);
        $factory = new LockFactory($store);
        $lock = $factory->createLockFromKey($job['key'], 300);
        echo 'worker: I own the lock: ', $lock->isAcquired() ? 'yes' : 'no', "\n";
        $other = $factory->createLock('article.42');
        echo 'worker: anybody else gets it: ', $other->acquire() ? 'yes' : 'no', "\n";
        $lock->refresh();
        echo "worker: article $job[article] is done\n";
        $lock->release();
        break;

    default:
        exit("Say what to do: send or work.\n");
}
