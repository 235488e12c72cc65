--TEST--
The recipes with gdb in docs/operations.md show where a process waits, in C and in PHP, also from a core dump
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
PHP_ZTS && exit('skip the recipe is for a PHP that is not thread-safe');
need_command('gdb');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/documented.inc';

$blocks = documented_in('docs/operations.md', '');
chdir($directory = temporary_directory());
file_put_contents('php-stack.gdb', $blocks[4]);
file_put_contents('invoice.php', <<<'CODE'
    <?php
    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\Store\FlockStore;

    function invoice(LockFactory $factory)
    {
        $factory->createLock('invoice')->acquire(true);
    }
    ($first = (new LockFactory(new FlockStore(__DIR__)))->createLock('invoice'))->acquire();
    echo "held\n";
    invoice(new LockFactory(new FlockStore(__DIR__)));
    CODE);
$php = Child::file("$directory/invoice.php");
same('it runs', 'held', $php->hear());
$gdb = fn (string $command) => (string) shell_exec(
    str_replace(['PID', '"$(command -v php)"'], [$php->pid(), PHP_BINARY], $command).' 2>&1 </dev/null',
);
$waits = fn (string $stack) => str_contains($stack, 'flock_store.c') || str_contains($stack, 'slock_wait');
eventually(fn () => $waits($text = $gdb(trim($blocks[3]))), 60) || print "FAIL: no stack in C\n$text\n";
$expected = "acquire()\ninvoice() at $directory/invoice.php:7\nmain at $directory/invoice.php:11\n";
$documented = explode("\n", trim($blocks[5]));
$stack = $gdb(substr($documented[0], 2));
check('the stack in PHP', str_contains($stack, $expected), $stack);
same('as documented', 3, count(array_filter(
    array_slice($documented, -3),
    fn ($line) => str_contains($expected, strtr($line, ['/srv/app' => $directory, ':10' => ':11'])),
)));
$gdb("gdb -p PID -batch -ex 'gcore core'");
same('it goes on', true, $php->running());
$php->kill();
$php->finish();
$text = $gdb(explode("\n", trim($blocks[6]))[2]);
check('the stack in C of a core dump', $waits($text), $text);
check('and the one in PHP', str_contains($text, $expected), $text);
?>
--EXPECT--
ok: it runs
ok: the stack in PHP
ok: as documented
ok: it goes on
ok: the stack in C of a core dump
ok: and the one in PHP
