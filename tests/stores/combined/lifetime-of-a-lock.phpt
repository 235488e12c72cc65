--TEST--
The lifetime of a lock on a quorum of stores written in PHP, after an operation that failed: as with the package
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

twin('
    use Symfony\Component\Lock\{Exception, Key, Lock, Store};

    function lifetime(Lock $lock): string
    {
        $left = $lock->getRemainingLifetime();

        return (null === $left ? "unlimited" : ($left > 300 ? "more than 300 s" : "up to 300 s"))
            .($lock->isExpired() ? ", expired" : "");
    }

    foreach (["acquire", "acquireRead", "refresh"] as $operation) {
        $members = [new SharedStore("A"), new SharedStore("B")];
        foreach ($members as $member) {
            $member->quiet = true;
            $member->always["putOffExpiration"] = static fn (Key $key, float $ttl) => $key->reduceLifetime($ttl);
        }
        $store = new Store\CombinedStore($members, new Symfony\Component\Lock\Strategy\UnanimousStrategy());
        $lock = new Lock(new Key("r"), $store, 600, false);
        echo "$operation(): ", json_encode($lock->acquire()), ", ", lifetime($lock);
        foreach (["save", "saveRead", "putOffExpiration"] as $method) {
            $members[0]->always[$method] = new Exception\LockConflictedException();
        }
        try {
            echo "; ", json_encode($lock->$operation()), ", ", lifetime($lock), "\n";
        } catch (Exception\ExceptionInterface $e) {
            echo $e::class, ", ", lifetime($lock), "\n";
        }
    }
');
?>
--EXPECT--
acquire(): true, more than 300 s; false, unlimited
acquireRead(): true, more than 300 s; false, unlimited
refresh(): true, more than 300 s; Symfony\Component\Lock\Exception\LockConflictedException, unlimited
The package 7.4 prints the same.
