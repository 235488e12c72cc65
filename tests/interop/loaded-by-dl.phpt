--TEST--
dl(): an extension that a script loads keeps signal handlers waiting like one that php.ini loads
--EXTENSIONS--
pcntl
posix
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = <<<'PHP'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\PdoStore;

    if (!extension_loaded('slock')) {
        dl('slock.so');
    }
    class Signals extends PDO
    {
        public bool $armed = false;

        public function exec(string $statement): int|false
        {
            $rows = parent::exec($statement);
            $this->armed && posix_kill(getmypid(), SIGUSR1);

            return $rows;
        }
    }
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => throw new LogicException('from the handler'));
    $store = new PdoStore($pdo = new Signals('sqlite::memory:'), ['db_table' => 'locks'], 0);
    $store->save(new Key('first'));
    $lock = new Lock(new Key('second'), $store, 60, false);
    $pdo->armed = true;
    try {
        $got = $lock->acquire(); // not as an argument: before 8.4 PHP frees $lock then
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), ', held: ';
    }
    $pdo->armed = false;
    var_dump($lock->isAcquired(), $pdo->query('SELECT COUNT(*) FROM locks')->fetchColumn());
    PHP;
$file = script("<?php\n$code");
$extensions = ['posix', 'pcntl', 'pdo', 'pdo_sqlite'];
$modules = getenv('SLOCK_TEST_MODULES') ?: ini_get('extension_dir');
$loaded = Child::file($file, 'slock', $extensions)->finish();
echo $loaded;
// dl() takes a file's name only, and looks for it in extension_dir.
$files = array_filter($extensions, fn ($name) => is_file(PHP_EXTENSION_DIR."/$name.so"));
$arguments = array_merge(...array_map(fn ($name) => ['-d', 'extension='.PHP_EXTENSION_DIR."/$name.so"], $files));
$php = getenv('SLOCK_TEST_PHP') ?: PHP_BINARY;
$command = [$php, '-n', ...$arguments, '-d', "extension_dir=$modules", '-d', 'enable_dl=1', $file];
$by_dl = shell_exec(implode(' ', array_map(escapeshellarg(...), $command)).' 2>&1');
same('by dl()', $loaded, $by_dl);
?>
--EXPECT--
LogicException: from the handler, held: bool(true)
int(2)
ok: by dl()
