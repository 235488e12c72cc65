--TEST--
psr/log, old and new, beside the extension: its interfaces and traits fit, whoever declares Psr\Log\LoggerAwareInterface
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\Key;

$code = <<<'CODE'
spl_autoload_register(function (string $class) use ($argv) {
    if (str_starts_with($class, 'Psr\Log\\')) {
        require_once $argv[1].'/'.substr($class, 8).'.php';
    }
});
error_reporting(E_ALL & ~E_DEPRECATED);

class FromTrait implements Psr\Log\LoggerAwareInterface
{
    use Psr\Log\LoggerAwareTrait;

    public function logger(): ?Psr\Log\LoggerInterface
    {
        return $this->logger;
    }
}
class Collect extends Psr\Log\AbstractLogger
{
    public array $levels = [];

    public function log($level, $message, array $context = []): void
    {
        $this->levels[] = $level;
    }
}
class Factory extends Symfony\Component\Lock\LockFactory
{
    public function setLogger(Psr\Log\LoggerInterface $logger): void
    {
        echo "my own setLogger()\n";
        parent::setLogger($logger);
    }
}

$aware = new FromTrait();
$aware->setLogger($logger = new Collect());
var_dump($aware->logger() === $logger);
$factory = new Factory(new Symfony\Component\Lock\Store\InMemoryStore());
$store = new Symfony\Component\Lock\Store\InMemoryStore();
$aware = new class($store) extends Factory implements Psr\Log\LoggerAwareInterface {};
var_dump($factory instanceof Psr\Log\LoggerAwareInterface, $aware instanceof Psr\Log\LoggerAwareInterface);
$factory->setLogger($logger);
$factory->createLock('r')->acquire();
echo implode(' ', $logger->levels), "\n";
$factory->setLogger(new Psr\Log\NullLogger());
var_dump($factory->createLock('r')->acquire());
CODE;
foreach (['5.4', '7.4'] as $line) {
    foreach (['0', '1'] as $declared) {
        $psr = dirname(package($line), 4).'/Psr/Log';
        echo "psr/log of $line, declared natively: $declared\n";
        echo output_of($code, ini: ['slock.declare_psr_log' => $declared], arguments: [$psr]);
    }
}
?>
--EXPECT--
psr/log of 5.4, declared natively: 0
bool(true)
bool(false)
bool(true)
my own setLogger()
debug debug debug
my own setLogger()
bool(true)
psr/log of 5.4, declared natively: 1
bool(true)
bool(true)
bool(true)
my own setLogger()
debug debug debug
my own setLogger()
bool(true)
psr/log of 7.4, declared natively: 0
bool(true)
bool(false)
bool(true)
my own setLogger()
debug debug debug
my own setLogger()
bool(true)
psr/log of 7.4, declared natively: 1
bool(true)
bool(true)
bool(true)
my own setLogger()
debug debug debug
my own setLogger()
bool(true)
