--TEST--
serialize(): what the package can take to another process, this can, in the same format; connections refuse
--EXTENSIONS--
sysvsem
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = <<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\NoLock;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy as T;

/** A key whose token is not random. */
function keyed(string $name, string $token = 'token'): Key
{
    $key = new Key($name);
    $key->setState(S\InMemoryStore::class, $token);

    return $key;
}

class Own extends LockFactory
{
    private array $secret = ['in', 'here'];
    protected ?Own $next = null;
    public $open = 1;

    public function with(?Own $next): static
    {
        $this->next = $next;
        $this->open = 2;

        return $this;
    }
}
class OwnMemory extends S\InMemoryStore
{
    private int $number = 5;
}

$memory = new S\InMemoryStore();
$memory->save(keyed('written'));
$memory->save(keyed('17', 'of a number'));
$memory->saveRead(keyed('read', 'one'));
$memory->saveRead(keyed('read', '2'));
$objects = [
    'memory, empty' => new S\InMemoryStore(),
    'memory' => $memory,
    'a subclass of it' => new OwnMemory(),
    'flock' => new S\FlockStore('/tmp'),
    'null' => new S\NullStore(),
    'semaphore' => new S\SemaphoreStore(),
    'combined' => new S\CombinedStore(
        [$memory, new S\FlockStore('/tmp'), new S\NullStore()],
        new T\ConsensusStrategy(),
    ),
    'combined of combined' => new S\CombinedStore(
        [new S\CombinedStore([$memory], new T\UnanimousStrategy()), $memory],
        new T\ConsensusStrategy(),
    ),
    'none' => new S\CombinedStore([], new T\ConsensusStrategy()),
    'factory' => new LockFactory($memory),
    'a subclass of the factory' => (new Own($memory))->with(new Own(new S\FlockStore('/tmp'))),
    'strategies' => [new T\ConsensusStrategy(), new T\UnanimousStrategy()],
    'no lock' => new NoLock(),
    'a factory for stores' => new S\StoreFactory(),
];
foreach ($objects as $what => $object) {
    $text = serialize($object);
    echo "$what\n  ", strtr($text, ["\0" => '~']), "\n";
    $copy = unserialize($text);
    echo '  equal: ', show($copy == $object), ', the same again: ', show(serialize($copy) === $text), "\n";
}

echo "works\n";
$copy = unserialize(serialize($memory));
echo show([
    $copy->exists(keyed('written')),
    $copy->exists(keyed('written', 'other')),
    $copy->exists(keyed('read', '2')),
    $copy->exists(keyed('17', 'of a number')),
]),
    "\n";
$copy->delete(keyed('read', 'one'));
echo show([
    $memory->exists(keyed('read', 'one')),
    $copy->exists(keyed('read', 'one')),
    $copy->exists(keyed('read', '2')),
]),
    " two stores by then\n";
$combined = unserialize(serialize($objects['combined of combined']));
echo show($combined->exists(keyed('written'))), "\n";
$combined->delete(keyed('written'));
echo show($combined->exists(keyed('written'))), ' one store in two places', "\n";
echo show(unserialize(serialize($objects['factory']))->createLockFromKey(keyed('written'), 10)->isAcquired()), "\n";
$flock = unserialize(serialize($objects['flock']));
$flock->save($key = new Key(unique()));
echo show([$flock->exists($key), (new S\FlockStore('/tmp'))->exists($key)]), "\n";
$flock->delete($key);
CODE;
twin($code, extensions: ['sysvsem']);

// What one has written the other reads.
foreach ([['7.4', 'here'], ['here', '7.4']] as [$writer, $reader]) {
    $text = output_of(
        $make =
            'use Symfony\Component\Lock as L;
            $m = new L\Store\InMemoryStore();
            $k = new L\Key("r");
            $k->setState(L\Store\InMemoryStore::class, "token");
            $m->saveRead($k);
            $members = [$m, new L\Store\FlockStore("/tmp")];
            $combined = new L\Store\CombinedStore($members, new L\Strategy\UnanimousStrategy());
            echo serialize(new L\LockFactory($combined));',
        $writer,
    );
    same(
        "written by $writer, read by $reader",
        "same",
        output_of(
            '$made = unserialize(base64_decode("'.base64_encode($text).'")); echo serialize($made) === base64_decode("'
                .base64_encode($text).'") ? "same" : serialize($made);',
            $reader,
        ),
    );
}

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

// Of ours.
$store = unserialize(serialize(new S\SemaphoreStore('scope')));
same('a scope', true, $store == new S\SemaphoreStore('scope') && $store != new S\SemaphoreStore());
$store = unserialize(serialize(new S\FlockStore('/tmp', true)));
same('removal', true, $store == new S\FlockStore('/tmp', true) && $store != new S\FlockStore('/tmp'));
$store = unserialize(serialize(new S\RetryTillSaveStore(new S\NullStore(), 5, 6)));
same(
    'a store that tries again',
    true,
    $store == new S\RetryTillSaveStore(new S\NullStore(), 5, 6)
        && $store != new S\RetryTillSaveStore(new S\NullStore(), 5, 7),
);
group('connections', function () {
    foreach ([
        'redis://127.0.0.1:1',
        'memcached://127.0.0.1:1',
        'zookeeper://127.0.0.1:1',
        'mongodb://127.0.0.1:1/db?collection=c',
        'pgsql+advisory://127.0.0.1:1/db',
    ] as $dsn) {
        $store = S\StoreFactory::createStore($dsn);
        foreach ([
            $store,
            new LockFactory($store),
            new S\CombinedStore([$store], new ConsensusStrategy()),
            [$store],
        ] as $object) {
            raises(
                $dsn,
                Exception::class,
                "Serialization of '".$store::class."' is not allowed",
                fn () => serialize($object),
            );
        }
        raises(
            "$dsn, back",
            Exception::class,
            "Unserialization of '".$store::class."' is not allowed",
            fn () => unserialize(sprintf('O:%d:"%s":1:{s:1:"a";i:1;}', strlen($store::class), $store::class)),
        );
    }
});
class Reconnecting extends S\RedisStore
{
    public function __serialize(): array { return ['dsn' => 'redis://127.0.0.1:1']; }
    public function __unserialize(array $data): void { parent::__construct($data['dsn']); }
}
$store = unserialize(serialize(new Reconnecting('redis://127.0.0.1:1')));
raises(
    'a subclass that knows how to',
    'Symfony\Component\Lock\Exception\LockStorageException',
    '127.0.0.1',
    fn () => $store->save(new Key('r')),
);
?>
--EXPECT--
memory, empty
  O:42:"Symfony\Component\Lock\Store\InMemoryStore":2:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:0:{}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:0:{}}
  equal: true, the same again: true
memory
  O:42:"Symfony\Component\Lock\Store\InMemoryStore":2:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:2:{s:7:"written";s:5:"token";i:17;s:11:"of a number";}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:1:{s:4:"read";a:2:{s:3:"one";b:1;i:2;b:1;}}}
  equal: true, the same again: true
a subclass of it
  O:9:"OwnMemory":3:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:0:{}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:0:{}s:17:"~OwnMemory~number";i:5;}
  equal: true, the same again: true
flock
  O:39:"Symfony\Component\Lock\Store\FlockStore":1:{s:49:"~Symfony\Component\Lock\Store\FlockStore~lockPath";s:4:"/tmp";}
  equal: true, the same again: true
null
  O:38:"Symfony\Component\Lock\Store\NullStore":0:{}
  equal: true, the same again: true
semaphore
  O:43:"Symfony\Component\Lock\Store\SemaphoreStore":0:{}
  equal: true, the same again: true
combined
  O:42:"Symfony\Component\Lock\Store\CombinedStore":3:{s:50:"~Symfony\Component\Lock\Store\CombinedStore~stores";a:3:{i:0;O:42:"Symfony\Component\Lock\Store\InMemoryStore":2:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:2:{s:7:"written";s:5:"token";i:17;s:11:"of a number";}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:1:{s:4:"read";a:2:{s:3:"one";b:1;i:2;b:1;}}}i:1;O:39:"Symfony\Component\Lock\Store\FlockStore":1:{s:49:"~Symfony\Component\Lock\Store\FlockStore~lockPath";s:4:"/tmp";}i:2;O:38:"Symfony\Component\Lock\Store\NullStore":0:{}}s:52:"~Symfony\Component\Lock\Store\CombinedStore~strategy";O:49:"Symfony\Component\Lock\Strategy\ConsensusStrategy":0:{}s:9:"~*~logger";N;}
  equal: true, the same again: true
combined of combined
  O:42:"Symfony\Component\Lock\Store\CombinedStore":3:{s:50:"~Symfony\Component\Lock\Store\CombinedStore~stores";a:2:{i:0;O:42:"Symfony\Component\Lock\Store\CombinedStore":3:{s:50:"~Symfony\Component\Lock\Store\CombinedStore~stores";a:1:{i:0;O:42:"Symfony\Component\Lock\Store\InMemoryStore":2:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:2:{s:7:"written";s:5:"token";i:17;s:11:"of a number";}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:1:{s:4:"read";a:2:{s:3:"one";b:1;i:2;b:1;}}}}s:52:"~Symfony\Component\Lock\Store\CombinedStore~strategy";O:49:"Symfony\Component\Lock\Strategy\UnanimousStrategy":0:{}s:9:"~*~logger";N;}i:1;r:5;}s:52:"~Symfony\Component\Lock\Store\CombinedStore~strategy";O:49:"Symfony\Component\Lock\Strategy\ConsensusStrategy":0:{}s:9:"~*~logger";N;}
  equal: true, the same again: true
none
  O:42:"Symfony\Component\Lock\Store\CombinedStore":3:{s:50:"~Symfony\Component\Lock\Store\CombinedStore~stores";a:0:{}s:52:"~Symfony\Component\Lock\Store\CombinedStore~strategy";O:49:"Symfony\Component\Lock\Strategy\ConsensusStrategy":0:{}s:9:"~*~logger";N;}
  equal: true, the same again: true
factory
  O:34:"Symfony\Component\Lock\LockFactory":2:{s:41:"~Symfony\Component\Lock\LockFactory~store";O:42:"Symfony\Component\Lock\Store\InMemoryStore":2:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:2:{s:7:"written";s:5:"token";i:17;s:11:"of a number";}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:1:{s:4:"read";a:2:{s:3:"one";b:1;i:2;b:1;}}}s:9:"~*~logger";N;}
  equal: true, the same again: true
a subclass of the factory
  O:3:"Own":5:{s:41:"~Symfony\Component\Lock\LockFactory~store";O:42:"Symfony\Component\Lock\Store\InMemoryStore":2:{s:49:"~Symfony\Component\Lock\Store\InMemoryStore~locks";a:2:{s:7:"written";s:5:"token";i:17;s:11:"of a number";}s:53:"~Symfony\Component\Lock\Store\InMemoryStore~readLocks";a:1:{s:4:"read";a:2:{s:3:"one";b:1;i:2;b:1;}}}s:9:"~*~logger";N;s:11:"~Own~secret";a:2:{i:0;s:2:"in";i:1;s:4:"here";}s:7:"~*~next";O:3:"Own":5:{s:41:"~Symfony\Component\Lock\LockFactory~store";O:39:"Symfony\Component\Lock\Store\FlockStore":1:{s:49:"~Symfony\Component\Lock\Store\FlockStore~lockPath";s:4:"/tmp";}s:9:"~*~logger";N;s:11:"~Own~secret";a:2:{i:0;s:2:"in";i:1;s:4:"here";}s:7:"~*~next";N;s:4:"open";i:1;}s:4:"open";i:2;}
  equal: true, the same again: true
strategies
  a:2:{i:0;O:49:"Symfony\Component\Lock\Strategy\ConsensusStrategy":0:{}i:1;O:49:"Symfony\Component\Lock\Strategy\UnanimousStrategy":0:{}}
  equal: true, the same again: true
no lock
  O:29:"Symfony\Component\Lock\NoLock":0:{}
  equal: true, the same again: true
a factory for stores
  O:41:"Symfony\Component\Lock\Store\StoreFactory":0:{}
  equal: true, the same again: true
works
[true, false, true, true]
[true, false, true] two stores by then
true
false one store in two places
true
[true, true]
The package 7.4 prints the same.
ok: written by 7.4, read by here
ok: written by here, read by 7.4
ok: a scope
ok: removal
ok: a store that tries again
ok: connections
ok: a subclass that knows how to
