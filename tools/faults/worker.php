<?php
/* SPDX-License-Identifier: MIT
 *
 * A worker of `./dev faults`: takes one lock again and again, works under it, gives it back, and writes down what it
 * did and when. Its argument is JSON: store (PHP code, an expression), keeps (whether a store object is used again
 * after an error), name, log (a directory), resource, ttl (or null), seed, reserve (seconds), waits (whether it knows
 * acquire() with a timeout), time (by its system clock). When the file "calm" is in that directory it leaves the lock
 * free for longer, and when "stop" is there it ends. */

require dirname(__DIR__, 2).'/tests/inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

final class Worker
{
    public bool $fork = false;
    private $log;
    private int $number = 0;
    private ?object $store = null;

    public function __construct(private stdClass $job, private string $name)
    {
        mt_srand($job->seed);
        $this->open();
    }

    private function open(): void
    {
        $this->log = fopen("{$this->job->log}/$this->name", 'a');
        stream_set_write_buffer($this->log, 0);
    }

    private function write(string $event, array $more = []): float
    {
        $t = now();
        // A line that is missing would be an attempt without an answer, which excuses much: messages may have any bytes.
        $flags = JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE;
        fwrite($this->log, json_encode(['t' => $t, 'w' => $this->name, 'e' => $event] + $more, $flags)."\n");

        return $t;
    }

    public function run(): void
    {
        while (!file_exists("{$this->job->log}/stop")) {
            $this->attempt();
            if (10 === $this->number) {
                $this->countDescriptors();
            }
            usleep(($this->calm() ? mt_rand(20, 60) : mt_rand(1, 15)) * 1000);
        }
        $this->countDescriptors();
        // Its children have said what they had to say; none waits for longer than for a server.
        while (function_exists('pcntl_wait') && (($pid = pcntl_wait($status)) > 0 || PCNTL_EINTR === pcntl_get_last_error())) {
            $pid > 0 && $this->lookAtEnd($status);
        }
    }

    /** A child ends by SIGKILL, which it sends to itself when it has said all; whatever else ends it is a crash. */
    private function lookAtEnd(int $status): void
    {
        if (!pcntl_wifsignaled($status) || SIGKILL !== pcntl_wtermsig($status)) {
            echo "its child ended with status $status\n";
        }
    }

    /** Nothing is wrong any more: who wants the lock gets it soon. */
    private function calm(): bool
    {
        return file_exists("{$this->job->log}/calm");
    }

    private function countDescriptors(): void
    {
        $this->write('open', ['count' => count(scandir('/proc/self/fd'))]);
    }

    private function attempt(): void
    {
        $n = ++$this->number;
        $waits = $this->job->waits && mt_rand(0, 9) < 6;
        $limit = $waits ? mt_rand(20, 150) / 100 : 0;
        $more = [];
        $lock = null;
        $this->write('ask', ['n' => $n, 'op' => $waits ? 'wait' : 'try', 'limit' => $limit]);
        try {
            $this->store ??= eval("return {$this->job->store};");
            $lock = new Lock(new Key($this->job->resource), $this->store, $this->job->ttl);
            $result = $waits ? $lock->acquire(true, $limit) : $lock->acquire();
            $more = $result ? ['until' => $this->until($lock), 'fence' => $this->fence($lock)] : [];
        } catch (Throwable $e) {
            $result = null;
            $more = ['what' => chain($e)];
            if (!$this->job->keeps) {
                $this->store = null;
            }
        }
        $said = match ($result) { true => 'true', false => 'false', null => 'error' };
        $this->write('told', ['n' => $n, 'r' => $said] + $more);
        if ($result) {
            $this->work($n, $lock);
            $this->give($n, $lock);
        }
        // The destructor of a lock whose release has failed would say so.
        set_error_handler(fn () => true, E_WARNING | E_USER_WARNING);
        unset($lock);
        restore_error_handler();
    }

    /** Its fencing token, where the store mints them. */
    private function fence(Lock $lock): ?int
    {
        return function_exists('Slock\fencing_token') ? Slock\fencing_token($lock) : null;
    }

    /** The end of the lifetime, early rather than late. */
    private function until(Lock $lock): ?float
    {
        $before = now();

        return null === ($left = $lock->getRemainingLifetime()) ? null : $before + $left - $this->job->reserve;
    }

    private function work(int $n, Lock $lock): void
    {
        usleep(mt_rand(0, 9) < 8 || $this->calm() ? mt_rand(1, 10) * 1000 : mt_rand(50, 150) * 1000);
        if ($this->fork) {
            $this->fork = false;
            $this->fork();
        }
        if (mt_rand(0, 9) < 2) {
            $this->renew($n, $lock);
        }
        if (mt_rand(0, 9) < 4) {
            $asked = now();
            try {
                $result = $lock->isAcquired() ? 'true' : 'false';
            } catch (Throwable) {
                $result = 'error';
            }
            $this->write('check', ['n' => $n, 'asked' => $asked, 'r' => $result]);
        }
    }

    private function renew(int $n, Lock $lock): void
    {
        $this->write('renewing', ['n' => $n]);
        $asked = now();
        $until = null;
        try {
            $lock->refresh();
            $result = 'true';
            $until = $this->until($lock);
        } catch (LockConflictedException | LockExpiredException) {
            $result = 'lost';
        } catch (Throwable) {
            $result = 'error';
        }
        $this->write('renew', ['n' => $n, 'asked' => $asked, 'r' => $result, 'until' => $until]);
    }

    private function give(int $n, Lock $lock): void
    {
        $this->write('giving', ['n' => $n]);
        $more = ['r' => 'true'];
        try {
            $lock->release();
        } catch (Throwable $e) {
            $more = ['r' => 'error', 'what' => chain($e)];
        }
        $this->write('gave', ['n' => $n] + $more);
    }

    /** In the middle of its lock: a child asks for the same lock, beside its parent, and ends without a word. */
    private function fork(): void
    {
        if ($child = pcntl_fork()) {
            // A client object is one connection for both, and not for use by both at a time: docs/reliability.md, Connections.
            if ($this->job->keeps) {
                return;
            }
            while (($pid = pcntl_waitpid($child, $status)) < 0 && PCNTL_EINTR === pcntl_get_last_error()) {
            }
            $pid > 0 && $this->lookAtEnd($status);

            return;
        }
        $this->name .= 'f'.$this->number;
        $this->open();
        $this->write('ask', ['n' => ++$this->number, 'op' => 'try', 'limit' => 0, 'forked' => true]);
        try {
            $lock = new Lock(new Key($this->job->resource), $this->store, $this->job->ttl);
            $more = $lock->acquire() ? ['r' => 'true', 'until' => $this->until($lock), 'fence' => $this->fence($lock)] : ['r' => 'false'];
        } catch (Throwable $e) {
            $more = ['r' => 'error', 'what' => chain($e)];
        }
        $this->write('told', ['n' => $this->number] + $more);
        if ('true' === $more['r']) {
            $this->give($this->number, $lock);
        }
        $this->write('killed');
        posix_kill(getmypid(), SIGKILL);
    }
}

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
$job = json_decode($argv[1]);
if (abs(time() - $job->time) > 60) {
    echo "its clock is not set\n";
}
$worker = new Worker($job, $job->name);
if (function_exists('pcntl_async_signals')) {
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($worker) { $worker->fork = true; });
}
$worker->run();
