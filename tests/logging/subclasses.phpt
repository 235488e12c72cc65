--TEST--
Subclasses with a $logger of their own, by psr/log's trait or in words, and those without: as with the package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = <<<'CODE'
if (!interface_exists(Psr\Log\LoggerInterface::class)) {
    spl_autoload_register(function (string $class) {
        if (str_starts_with($class, 'Psr\Log\\')) {
            require_once getenv('PSR_LOG').'/'.substr($class, 8).'.php';
        }
    });
}
error_reporting(E_ALL & ~E_DEPRECATED);

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

class Lines extends Psr\Log\AbstractLogger
{
    public int $lines = 0;

    public function log($level, $message, array $context = []): void
    {
        ++$this->lines;
    }
}
trait Shown
{
    public function logger(): mixed { return $this->logger; }
    public function put(mixed $logger): void { $this->logger = $logger; }
    public function has(): bool { return isset($this->logger); }
    public function drop(): void { unset($this->logger); }
    public function orElse(mixed $logger): mixed { return $this->logger ??= $logger; }
    public function level(): void { $this->logger?->debug('x'); }
}

class Plain extends LockFactory { use Shown; }
class WithTrait extends LockFactory { use Psr\Log\LoggerAwareTrait, Shown; }
class Declared extends LockFactory { use Shown; protected ?Psr\Log\LoggerInterface $logger = null; }
class Open extends LockFactory { use Shown; public ?Psr\Log\LoggerInterface $logger = null; }
class Grandchild extends WithTrait { }
class Overridden extends LockFactory
{
    use Shown;

    public function setLogger(Psr\Log\LoggerInterface $logger): void
    {
        parent::setLogger($logger);
    }
}
class PlainCombined extends CombinedStore { use Shown; }
class CombinedWithTrait extends CombinedStore { use Psr\Log\LoggerAwareTrait, Shown; }

class FailingStore extends PlainStore
{
    public bool $quiet = true;

    public function save(Key $key): void
    {
        throw new Symfony\Component\Lock\Exception\LockConflictedException('held');
    }
}
foreach ([
    Plain::class,
    WithTrait::class,
    Declared::class,
    Open::class,
    Grandchild::class,
    Overridden::class,
    PlainCombined::class,
    CombinedWithTrait::class,
] as $class) {
    echo "$class\n";
    $new = fn () => is_a($class, CombinedStore::class, true)
        ? new $class([new FailingStore()], new ConsensusStrategy())
        : new $class(new InMemoryStore());
    // A factory's locks log, and so does the store.
    $use = fn ($o) => $o instanceof LockFactory
        ? outcome(fn () => $o->createLock('r')->acquire())
        : outcome(fn () => $o->save(new Key('r')));
    $object = $new();
    echo '  none: ', show([$object->logger(), $object->has()]), ' ', $use($object), "\n";
    $object->setLogger($logger = new Lines());
    echo '  set: ', show([$object->logger() === $logger, $object->has()]), ' ', $use($object), ' ',
        show($logger->lines > 0), "\n";
    $object->put($other = new Lines());
    echo '  put: ', show([$object->logger() === $other]), ' ', $use($object), ' ', show($other->lines > 0), "\n";
    $object->put(null);
    $lines = $other->lines;
    echo '  null: ',
        show([$object->logger(), $object->has(), $object->orElse($logger) === $logger, $object->logger() === $logger]),
        ' ', $use($object), ' ', show($lines === $other->lines), "\n";
    $object->level();
    $clone = clone_of($object);
    echo '  clone: ', show($clone->logger() === $logger), "\n";
    echo '  cast: ',
        show(array_values(array_filter(
            array_map(fn ($name) => strtr($name, "\0", '~'), array_keys((array) $object)),
            fn ($name) => str_contains($name, 'logger'),
        ))),
        "\n";
    echo '  from outside: ', preg_replace('/\w+::/', '', outcome(fn () => is_object($object->logger))), ' ',
        show(isset($object->logger)), "\n";
    echo '  a wrong one: ', get_class(thrown(fn () => $object->put('text'))), ' ',
        get_class(thrown(fn () => $object->put(new stdClass()))), ' ', show($object->logger() === $logger), "\n";
}
function clone_of(object $object): object
{
    return $object instanceof LockFactory ? clone $object : $object;
}
function thrown(Closure $f): ?Throwable
{
    try {
        $f();
    } catch (Throwable $e) {
        return $e;
    }

    return null;
}
CODE;
putenv('PSR_LOG='.dirname(package('7.4'), 4).'/Psr/Log');
twin($code);

// An untyped property, as psr/log 1 declares it, and a private one, which is nobody else's affair.
if (is_native()) {
    require __DIR__.'/../inc/logger.inc';
    eval('
        use Symfony\Component\Lock\LockFactory;
        class Untyped extends LockFactory { protected $logger; public function logger() { return $this->logger; } }
        class Hidden extends LockFactory
        {
            private $logger = "mine";
            public function logger() { return $this->logger; }
        }
        class Late extends LockFactory { protected object $logger; public function logger() { return $this->logger; } }
    ');
    foreach (['Untyped', 'Hidden', 'Late'] as $class) {
        group($class, function () use ($class) {
            $factory = new $class(new Symfony\Component\Lock\Store\InMemoryStore());
            same('without', true, $factory->createLock('a')->acquire());
            $factory->setLogger($logger = new ArrayLogger());
            same('the property', 'Hidden' === $class ? 'mine' : $logger, $factory->logger());
            same('acquire', true, $factory->createLock('b')->acquire());
            check('is used', [] !== $logger->records);
        });
    }
}
?>
--EXPECT--
Plain
  none: [NULL, false] true
  set: [true, true] true true
  put: [true] true true
  null: [NULL, false, true, true] true true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
WithTrait
  none: [NULL, false] true
  set: [true, true] true true
  put: [true] true true
  null: [NULL, false, true, true] true true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
Declared
  none: [NULL, false] true
  set: [true, true] true true
  put: [true] true true
  null: [NULL, false, true, true] true true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
Open
  none: [NULL, false] true
  set: [true, true] true true
  put: [true] true true
  null: [NULL, false, true, true] true true
  clone: true
  cast: ["logger"]
  from outside: true true
  a wrong one: TypeError TypeError true
Grandchild
  none: [NULL, false] true
  set: [true, true] true true
  put: [true] true true
  null: [NULL, false, true, true] true true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
Overridden
  none: [NULL, false] true
  set: [true, true] true true
  put: [true] true true
  null: [NULL, false, true, true] true true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
PlainCombined
  none: [NULL, false] Symfony\Component\Lock\Exception\LockConflictedException: 
  set: [true, true] Symfony\Component\Lock\Exception\LockConflictedException:  true
  put: [true] Symfony\Component\Lock\Exception\LockConflictedException:  true
  null: [NULL, false, true, true] Symfony\Component\Lock\Exception\LockConflictedException:  true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
CombinedWithTrait
  none: [NULL, false] Symfony\Component\Lock\Exception\LockConflictedException: 
  set: [true, true] Symfony\Component\Lock\Exception\LockConflictedException:  true
  put: [true] Symfony\Component\Lock\Exception\LockConflictedException:  true
  null: [NULL, false, true, true] Symfony\Component\Lock\Exception\LockConflictedException:  true
  clone: true
  cast: ["~*~logger"]
  from outside: Error: Cannot access protected property $logger false
  a wrong one: TypeError TypeError true
The package 7.4 prints the same.
ok: Untyped
ok: Hidden
ok: Late
