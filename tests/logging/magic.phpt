--TEST--
$store->logger from outside, of a subclass with __get() and its sisters, is theirs, as with the package; from inside it is the logger
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

trait Magic
{
    public function __get($name) { echo "[get $name]"; return "magic $name"; }
    public function __set($name, $value) { echo "[set $name]"; }
    public function __isset($name) { echo "[isset $name]"; return true; }
    public function __unset($name) { echo "[unset $name]"; }

    public function within(): array
    {
        $had = isset($this->logger);
        $this->logger = null;

        return [$had, $this->logger];
    }
}
class MagicStore extends CombinedStore
{
    use Magic;
}
class MagicFactory extends LockFactory
{
    use Magic;
}
class Getting extends LockFactory
{
    public function __get($name) { return $name; }
}
class Plain extends LockFactory
{
}

function attempt(string $what, callable $call): void
{
    try {
        $got = show($call());
    } catch (Error $e) {
        $got = $e->getMessage();
    }
    echo "$what: $got\n";
}

$memory = new InMemoryStore();
foreach ([
    new MagicStore([$memory], new ConsensusStrategy()),
    new MagicFactory($memory),
    new Getting($memory),
    new Plain($memory),
] as $object) {
    echo $object::class, "\n";
    $object->setLogger(new ArrayLogger());
    attempt('read', fn () => $object->logger);
    attempt('write', function () use ($object) { $object->logger = 5; });
    attempt('isset', fn () => isset($object->logger));
    attempt('empty', fn () => empty($object->logger));
    attempt('default', fn () => $object->logger ?? 'none');
    attempt('unset', function () use ($object) { unset($object->logger); });
    if (method_exists($object, 'within')) {
        attempt('within', fn () => $object->within());
    }
}
CODE);
?>
--EXPECT--
MagicStore
[get logger]read: "magic logger"
[set logger]write: NULL
[isset logger]isset: true
[isset logger][get logger]empty: false
[isset logger][get logger]default: "magic logger"
[unset logger]unset: NULL
within: [true, NULL]
MagicFactory
[get logger]read: "magic logger"
[set logger]write: NULL
[isset logger]isset: true
[isset logger][get logger]empty: false
[isset logger][get logger]default: "magic logger"
[unset logger]unset: NULL
within: [true, NULL]
Getting
read: "logger"
write: Cannot access protected property Getting::$logger
isset: false
empty: true
default: "logger"
unset: Cannot access protected property Getting::$logger
Plain
read: Cannot access protected property Plain::$logger
write: Cannot access protected property Plain::$logger
isset: false
empty: true
default: "none"
unset: Cannot access protected property Plain::$logger
The package 7.4 prints the same.