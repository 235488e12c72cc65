--TEST--
ZookeeperStore: a node with the key's token is held only in the session that made it, whatever its data says; any session may release it
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server', 'zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

declare_zookeeper();
$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
// The extension tells ids as floats, where neighbours are the same number.
for ($i = 0; $i < 40; ++$i) {
    (new ZookeeperWire($hosts))->close();
}

/** A lock whose key has a token already, and that token. */
function lock_with_token(ZookeeperStore $store): array
{
    $key = new Key(unique());
    $key->setState(ZookeeperStore::class, $token = base64_encode(random_bytes(32)));

    return [new Lock($key, $store, 30.0, false), (string) $key, $token];
}

foreach ([
    'by DSN' => new ZookeeperStore("zookeeper://$hosts"),
    'through an object' => new ZookeeperStore(new Zookeeper($hosts)),
] as $way => $store) {
    group("another session's node, $way", function () use ($store, $wire) {
        foreach (['ephemeral' => 1, 'persistent' => 0] as $kind => $flags) {
            [$lock, $name, $token] = lock_with_token($store);
            $wire->create("/$name", $token, $flags);
            same("$kind: not acquired", [false, false], [$lock->isAcquired(), $lock->acquire()]);
            same("$kind: nor by waiting", false, $lock->acquire(true, 0.05));
            same("$kind: it is still there", $token, $wire->get("/$name")[0]);
            $lock->release();
            check("$kind: released", !in_array($name, $wire->children(), true));
            same("$kind: acquired", [true, true], [$lock->acquire(), $lock->isAcquired()]);
            $lock->release();
        }
    });
    group("the own session's node with another token, $way", function () use ($store) {
        [$lock, $name] = lock_with_token($store);
        $lock->acquire();
        $other = new Lock(new Key($name), $store);
        same(
            'not the other key\'s',
            [false, false, false],
            [$other->acquire(), $other->isAcquired(), $other->acquire()],
        );
        same('the lock', [true, true], [$lock->isAcquired(), $lock->acquire()]);
        $lock->release();
    });
}

group('an object whose next session looks like the one before', function () use ($hosts) {
    $client = new Zookeeper($hosts);
    $store = new ZookeeperStore($client);
    $tries = 0;
    do {
        $client->disconnect_before();
        $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
        same('acquired', [true, true, true], [$lock->acquire(), $lock->isAcquired(), $lock->acquire()]);
        $first = $client->getClientId()[0];
        $client->connect($hosts);
        $second = $client->getClientId()[0];
    } while ((float) $first !== (float) $second && ++$tries < 50);
    same('by a float they are the same', [true, false], [(float) $first === (float) $second, $first === $second]);
    same('not held any more', [false, false], [$lock->isAcquired(), $lock->acquire()]);
    $client->loses = true;
    check('no answer', str_contains(outcome(fn () => $lock->acquire()), 'connection loss'));
    $client->loses = false;
    same('which says nothing', [false, false], [$lock->isAcquired(), $lock->acquire()]);
    // Nor through a store that was made later.
    $later = new ZookeeperStore($client);
    $key = new Key($name);
    $key->setState(ZookeeperStore::class, $client->get("/$name"));
    same('nor by another store', [false, false], [$later->exists($key), (new Lock($key, $later))->acquire()]);
    $client->disconnect_before();
    $other = new Lock(new Key($name), new ZookeeperStore(new Zookeeper($hosts)));
    same('the next owner', [true, false, false], [$other->acquire(), $lock->isAcquired(), $lock->acquire()]);
    $other->release();
    same('and once more', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    $lock->release();
});

group('an object that loses answers', function () use ($hosts) {
    $client = new Zookeeper($hosts);
    $lock = new Lock($key = new Key(unique()), new ZookeeperStore($client), 30.0, false);
    $key->setState(ZookeeperStore::class, base64_encode(random_bytes(32)));
    foreach (['not connected yet', 'connected'] as $when) {
        $client->loses = true;
        check("$when: no answer", str_contains(outcome(fn () => $lock->acquire()), 'connection loss'));
        $client->loses = false;
        same("$when: the node is its own", [true, true], [$lock->acquire(), $lock->isAcquired()]);
        $lock->release();
    }
});

group('a class that connects again by itself', function () use ($hosts) {
    $client = new class($hosts) extends Zookeeper {
        public function create(string $path, string $value, array $acl, ?int $flags = null): string
        {
            $this->connect($this->hosts);

            return parent::create($path, $value, $acl, $flags);
        }
    };
    $lock = new Lock(new Key(unique()), new ZookeeperStore($client), 30.0, false);
    same('acquired', [true, true, true], [$lock->acquire(), $lock->isAcquired(), $lock->isAcquired()]);
    $lock->release();
    same('again', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    $lock->release();
    $client->disconnect_before();
});

$server = new OwnZookeeper();
group('the servers are away for longer than the session lives', function () use ($server) {
    $store = new ZookeeperStore($server->dsn('?session_timeout=1.5&timeout=5'));
    $lock = new Lock(new Key($name = unique()), $store);
    same('acquired', true, $lock->acquire());
    $server->stop();
    usleep(2_000_000);
    $server->start();
    // The server goes on with the session, and so does the client.
    same('acquired again', true, eventually(function () use ($lock) {
        try {
            return $lock->acquire();
        } catch (Symfony\Component\Lock\Exception\LockAcquiringException) {
            return false;
        }
    }, 5));
    // Until an old session, which nobody keeps alive, would be over.
    $wire = $server->wire();
    $other = new Lock(new Key($name), new ZookeeperStore($server->dsn('?session_timeout=30')));
    [$overlaps, $lost] = [0, 0];
    for ($end = now() + 4; now() < $end; usleep(50_000)) {
        $held = $lock->isAcquired();
        $lost += !$held;
        $overlaps += $other->acquire() && $lock->isAcquired();
        if ($other->isAcquired()) {
            break;
        }
    }
    same('no second owner, and nothing lost', [0, 0], [$overlaps, $lost]);
});

group('a session that the client gave up', function () use ($server) {
    $gone = new ZookeeperStore($server->dsn('?session_timeout=4'));
    $key = new Key($name = unique());
    $gone->save($key);
    $session = $server->wire()->get("/$name")[1]['owner'];
    $server->stop();
    // It cannot close its session, and the server that starts goes on with it for a while.
    unset($gone);
    $server->start();
    $store = new ZookeeperStore($server->dsn('?session_timeout=5'));
    $lock = new Lock($key, $store, 30.0);
    $wire = $server->wire();
    same('the node is there', $session, $wire->get("/$name")[1]['owner']);
    same('not held', [false, false], [$lock->isAcquired(), $lock->acquire()]);
    same('waited for', [true, true], [$lock->acquire(true, 20), $lock->isAcquired()]);
    check('in a session of its own', $session !== $wire->get("/$name")[1]['owner']);
});
?>
--EXPECT--
ok: another session's node, by DSN
ok: the own session's node with another token, by DSN
ok: another session's node, through an object
ok: the own session's node with another token, through an object
ok: an object whose next session looks like the one before
ok: an object that loses answers
ok: a class that connects again by itself
ok: the servers are away for longer than the session lives
ok: a session that the client gave up
