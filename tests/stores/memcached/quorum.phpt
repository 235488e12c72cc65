--TEST--
CombinedStore of Memcached servers: life, conflicts, silent members
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$servers = [new OwnMemcached(), new OwnMemcached(), new OwnMemcached()];
$texts = array_map(fn ($server) => $server->text(), $servers);
foreach (['' => 'auto', '&protocol=binary' => 'binary', '&protocol=text' => 'text'] as $more => $protocol) {
    $store = fn ($strategy = new ConsensusStrategy()) => new CombinedStore(
        array_map(fn ($server) => new MemcachedStore($server->dsn("?read_timeout=0.4$more")), $servers),
        $strategy,
    );
    group("$protocol: life", function () use ($store, $texts) {
        foreach ([new ConsensusStrategy(), new UnanimousStrategy()] as $strategy) {
            $one = new Lock($key = new Key($name = unique()), $store($strategy), 30);
            $two = new Lock(new Key($name), $store($strategy), 30);
            for ($i = 0; $i < 20; ++$i) {
                same('acquired', true, $one->acquire());
                same('excluded', false, $two->acquire());
                same('acquired again', true, $one->acquire());
                $one->refresh();
                same('held', true, $one->isAcquired());
                same('not by the other', false, $two->isAcquired());
                $one->release();
                same('released', false, $one->isAcquired());
            }
            foreach ($texts as $text) {
                check('nothing is left', eventually(fn () => null === $text->get($name)));
            }
        }
    });
    group("$protocol: two of three belong to another owner", function () use ($store, $servers, $texts) {
        $name = unique();
        foreach ([0, 1] as $i) {
            (new MemcachedStore($servers[$i]->dsn()))->save($theirs[] = new Key($name));
        }
        $lock = new Lock(new Key($name), $store(), 30);
        same('refused', false, $lock->acquire());
        check('nothing is left on the third', eventually(fn () => null === $texts[2]->get($name)));
    });
    group("$protocol: one is silent", function () use ($store, $servers) {
        $lock = new Lock(new Key(unique()), $store(), 30);
        $other = new Lock(new Key((string) unique()), $store(), 30);
        $servers[1]->signal(SIGSTOP);
        between('acquire: seconds', 0, 0.9, seconds(fn () => same('acquired', true, $lock->acquire())));
        between('isAcquired: seconds', 0, 0.9, seconds(fn () => same('held', true, $lock->isAcquired())));
        between('refresh: seconds', 0, 0.9, seconds(fn () => $lock->refresh()));
        $servers[2]->signal(SIGSTOP);
        between(
            'two are silent: seconds',
            0.3,
            3.0,
            seconds(
                fn () => check(
                    'an exception',
                    str_contains($text = outcome(fn () => $other->acquire()), 'LockAcquiringException'),
                    $text,
                ),
            ),
        );
        $servers[1]->signal(SIGCONT);
        $servers[2]->signal(SIGCONT);
        check('all are back', eventually(fn () => $lock->isAcquired()));
        $lock->release();
        same('released', false, $lock->isAcquired());
    });
}
group('the same server twice', function () use ($servers) {
    $dsn = $servers[0]->dsn();
    $store = new CombinedStore(
        [
            new MemcachedStore($dsn),
            new MemcachedStore($dsn.'?prefix_key=second.'),
            new MemcachedStore($dsn.'?prefix_key=third.'),
        ],
        new UnanimousStrategy(),
    );
    for ($i = 0; $i < 5; ++$i) {
        $lock = new Lock(new Key('twice'), $store, 30);
        same('acquired', true, $lock->acquire());
        same('held', true, $lock->isAcquired());
        $lock->refresh();
        $lock->release();
        same('released', false, $lock->isAcquired());
    }
});
?>
--EXPECT--
ok: auto: life
ok: auto: two of three belong to another owner
ok: auto: one is silent
ok: binary: life
ok: binary: two of three belong to another owner
ok: binary: one is silent
ok: text: life
ok: text: two of three belong to another owner
ok: text: one is silent
ok: the same server twice
