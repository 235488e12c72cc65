--TEST--
LockableTrait: a console command runs once at a time, also when one of two processes has the PHP package
--EXTENSIONS--
sysvsem
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('package 6.4');
need_file('Symfony/Component/Console/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = <<<'CODE'
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    require_once 'Symfony/Component/Console/autoload.php';

    final class Invoices extends Symfony\Component\Console\Command\Command
    {
        use Symfony\Component\Console\Command\LockableTrait;

        protected function execute($input, $output): int
        {
            if (!$this->lock('invoices '.$GLOBALS['argv'][1])) {
                echo "it runs already\n";

                return 1;
            }
            echo "it runs\n";
            fgets(STDIN);
            $this->release();

            return 0;
        }
    }
    $command = new Invoices('invoices');
    $input = new Symfony\Component\Console\Input\ArrayInput([]);
    $code = $command->run($input, new Symfony\Component\Console\Output\NullOutput());
    echo "ended with $code, ", php_classes() ? 'PHP' : 'native', "\n";
    CODE;
$command = fn (string $with, array $extensions) => Child::start($code, $with, $extensions, [], [(string) getmypid()]);
foreach (['with sysvsem' => ['ctype', 'sysvsem'], 'without' => ['ctype']] as $what => $extensions) {
    foreach ([['slock', 'slock'], ['slock', '6.4'], ['6.4', 'slock']] as [$first, $second]) {
        $one = $command($first, $extensions);
        echo "$what: $first, then $second: ", $one->hear();
        echo ', ', strtr(trim($command($second, $extensions)->finish()), "\n", ' '), '; ';
        $one->say('');
        echo strtr(trim($one->finish()), "\n", ' '), "\n";
    }
}
?>
--EXPECT--
with sysvsem: slock, then slock: it runs, it runs already ended with 1, native; ended with 0, native
with sysvsem: slock, then 6.4: it runs, it runs already ended with 1, PHP; ended with 0, native
with sysvsem: 6.4, then slock: it runs, it runs already ended with 1, native; ended with 0, PHP
without: slock, then slock: it runs, it runs already ended with 1, native; ended with 0, native
without: slock, then 6.4: it runs, it runs already ended with 1, PHP; ended with 0, native
without: 6.4, then slock: it runs, it runs already ended with 1, native; ended with 0, PHP
