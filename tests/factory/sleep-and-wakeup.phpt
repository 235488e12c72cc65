--TEST--
serialize(): __sleep() and __wakeup() of a subclass are asked, and one that throws keeps its object from being serialized
--EXTENSIONS--
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;

class Secret extends FlockStore
{
    public function __sleep(): array
    {
        throw new BadMethodCallException('Cannot serialize '.__CLASS__);
    }
    public function __wakeup(): void
    {
        throw new BadMethodCallException('Cannot unserialize '.__CLASS__);
    }
}

class Counting extends LockFactory
{
    public int $woken = 0;

    public function __wakeup(): void
    {
        ++$this->woken;
    }
}

class Reopening extends FlockStore
{
    private $file;
    protected string $where;
    public int $woken = 0;

    public function __construct(private string $path)
    {
        $this->where = "in $path";
        $this->__wakeup();
    }
    public function __sleep(): array
    {
        return ['path', 'where'];
    }
    public function __wakeup(): void
    {
        ++$this->woken;
        $this->file = fopen('php://memory', 'r');
        parent::__construct($this->path);
    }
}

class Own extends InMemoryStore
{
    public $is = 'given';

    public function __serialize(): array
    {
        return ['is' => 'own'];
    }
    public function __unserialize(array $data): void
    {
        $this->is = $data['is'];
    }
    public function __wakeup(): void
    {
        $this->is = 'woken';
    }
}

class Names extends InMemoryStore
{
    public $a = 1;
    public $b = 2;

    public function __sleep(): array
    {
        return ['b', "\0".InMemoryStore::class."\0locks", 'missing'];
    }
}

class Connected extends RedisStore
{
    public static int $made = 0;

    public function __construct(private string $server)
    {
        ++self::$made;
        parent::__construct(new Redis());
    }
    public function __sleep(): array
    {
        return ['server'];
    }
    public function __wakeup(): void
    {
        $this->__construct($this->server);
    }
}

function attempt(string $what, callable $call): void
{
    try {
        $got = json_encode($call(), JSON_UNESCAPED_SLASHES);
        echo "$what: $got\n";
    } catch (BadMethodCallException $e) {
        echo "$what: {$e->getMessage()}\n";
    }
}

set_error_handler(static function (int $number, string $message): bool {
    echo "warning: $message\n";

    return true;
});

attempt('throws', fn () => serialize(new Secret('/tmp')));
attempt(
    'throws again',
    fn () => unserialize(strtr(
        'O:6:"Secret":1:{s:49:"~Symfony\Component\Lock\Store\FlockStore~lockPath";s:4:"/tmp";}',
        '~',
        "\0",
    )),
);
attempt('wakes', fn () => unserialize(serialize(new Counting(new InMemoryStore())))->woken);
attempt('sleeps', fn () => strtr(serialize(new Reopening('/tmp')), "\0", '~'));
attempt('works', function () {
    $store = unserialize(serialize(new Reopening('/tmp')));
    $lock = (new LockFactory($store))->createLock('sleep-and-wakeup');
    $got = [$store->woken, $lock->acquire(), $lock->isAcquired()];
    $lock->release();

    return $got;
});
attempt('own methods', fn () => unserialize(serialize(new Own()))->is);
attempt('names', fn () => strtr(serialize(new Names()), "\0", '~'));
attempt(
    'a connection',
    fn () => [
        strtr(serialize(new Connected('here')), "\0", '~'),
        unserialize(serialize(new Connected('here')))::class,
        Connected::$made,
    ],
);
CODE, extensions: ['redis']);
?>
--EXPECT--
throws: Cannot serialize Secret
throws again: Cannot unserialize Secret
wakes: 1
sleeps: "O:9:\"Reopening\":2:{s:15:\"~Reopening~path\";s:4:\"/tmp\";s:8:\"~*~where\";s:7:\"in /tmp\";}"
works: [1,true,true]
own methods: "own"
warning: serialize(): "missing" returned as member variable from __sleep() but does not exist
names: "O:5:\"Names\":2:{s:1:\"b\";i:2;s:49:\"~Symfony\\Component\\Lock\\Store\\InMemoryStore~locks\";a:0:{}}"
a connection: ["O:9:\"Connected\":1:{s:17:\"~Connected~server\";s:4:\"here\";}","Connected",3]
The package 7.4 prints the same.
