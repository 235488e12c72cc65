--TEST--
setLogger(): a logger needs each of the methods that are called, or __call(); the error names the one that is missing
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

$factory = new LockFactory(new InMemoryStore());
$levels = ['debug', 'info', 'notice', 'warning'];
foreach ($levels as $missing) {
    $methods = implode(' ', array_map(
        fn (string $level) => "public function $level(\$message, array \$context = []): void {}",
        array_diff($levels, [$missing]),
    ));
    eval("class Without$missing { $methods }");
    $class = "Without$missing";
    raises($missing, TypeError::class, "$class has no $missing()", fn () => $factory->setLogger(new $class()));
}
final class Forwards
{
    public array $called = [];

    public function __call(string $name, array $arguments): void
    {
        $this->called[] = $name;
    }
}

$factory->setLogger($logger = new Forwards());
$factory->createLock('name')->acquire();
same('called', true, in_array('debug', $logger->called, true) || in_array('info', $logger->called, true));
?>
--EXPECT--
ok: debug
ok: info
ok: notice
ok: warning
ok: called
