<?php
/*
 * The processes that are compared, and what they run on: see worker.php for how they are talked to.
 */

/** Ports of servers, and the proxy in front of them that is started when it is first asked for. */
final class Ports
{
    private ?array $delayed = null;
    private $proxy;
    /** @var array<string, string> */
    private array $directories = [];

    /** One of the plain Redis servers. */
    public function redis(int $i = 0): int
    {
        return (int) (explode(',', getenv('SLOCK_BENCH_REDIS_PORTS') ?: '')[$i] ?? 0);
    }

    public function redisCount(): int
    {
        return count(explode(',', getenv('SLOCK_BENCH_REDIS_PORTS') ?: ''));
    }

    /** The same server, 1 ms away in each direction. */
    public function delayed(int $i = 0): int
    {
        $program = getenv('SLOCK_BENCH_RAW').'/proxy';
        if (null === $this->delayed) {
            if (!$this->redis() || !is_file($program)) {
                return 0;   // only the list of cases is wanted
            }
            $this->proxy = proc_open(
                [$program, '1000', ...array_map($this->redis(...), range(0, $this->redisCount() - 1))],
                [['pipe', 'r'], ['pipe', 'w']],
                $pipes,
            );
            $this->delayed = explode(' ', trim((string) fgets($pipes[1])));
            $this->keep = $pipes;
        }

        return (int) $this->delayed[$i];
    }

    private array $keep = [];

    /** An empty directory for files of locks, below this one if it can be written to. */
    public function directory(?string $below = null): string
    {
        if (null === $below || !is_writable($below)) {
            $below = sys_get_temp_dir();
        }
        if (!isset($this->directories[$below])) {
            $this->directories[$below] = $directory = $below.'/slock-bench-'.bin2hex(random_bytes(6));
            mkdir($directory);
            register_shutdown_function(static function () use ($directory): void {
                // One after the other: there may be a million.
                $all = new RecursiveIteratorIterator(
                    new RecursiveDirectoryIterator($directory, FilesystemIterator::SKIP_DOTS),
                    RecursiveIteratorIterator::CHILD_FIRST,
                );
                foreach ($all as $path) {
                    $path->isDir() ? rmdir((string) $path) : unlink((string) $path);
                }
                rmdir($directory);
            });
        }

        return $this->directories[$below];
    }
}

/** A process that does a job as often as it is told. */
final class Contender
{
    public readonly string $ready;
    public readonly int $pid;
    private $process;
    private array $pipes = [];

    /** @param array $command  @param string $cpus where it may run, as taskset wants it */
    public function __construct(public readonly string $name, public readonly array $command, string $cpus)
    {
        $this->process = proc_open(
            [...pinned($cpus), ...$command],
            [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]],
            $this->pipes,
        );
        $this->pid = proc_get_status($this->process)['pid'];
        $this->ready = $this->line();
        if (!str_starts_with($this->ready, 'ready')) {
            throw new RuntimeException("$name: $this->ready".stream_get_contents($this->pipes[1]));
        }
    }

    /** Nanoseconds for so many cycles. */
    public function run(int $cycles): float
    {
        $this->say((string) $cycles);

        return $this->hear();
    }

    public function say(string $line): void
    {
        if (false === @fwrite($this->pipes[0], "$line\n")) {
            throw new RuntimeException("$this->name has ended: ".stream_get_contents($this->pipes[1]));
        }
    }

    public function hear(): float
    {
        $answer = $this->line();
        if (!is_numeric($answer)) {
            throw new RuntimeException("$this->name: $answer ".stream_get_contents($this->pipes[1]));
        }

        return (float) $answer;
    }

    private function line(): string
    {
        return trim((string) fgets($this->pipes[1]));
    }

    public function end(): void
    {
        fclose($this->pipes[0]);
        fclose($this->pipes[1]);
        proc_close($this->process);
    }
}

function pinned(string $cpus): array
{
    return is_executable('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', $cpus] : [];
}

/**
 * PHP with the extension or with the package (which worker.php loads when the extension is not there). $with: slock,
 * package, jit
 */
function php(string $with, array $extensions = [], bool $opcache = true): array
{
    $command = [getenv('SLOCK_TEST_PHP') ?: PHP_BINARY, '-n'];
    // What an extension needs is loaded before it.
    $needed = [
        'redis' => ['igbinary'],
        'memcached' => ['igbinary', 'msgpack'],
        'pdo_sqlite' => ['pdo'],
        'pdo_mysql' => ['mysqlnd', 'pdo'],
        'pdo_pgsql' => ['pdo'],
    ];
    $extensions = array_merge(
        ...array_map(static fn ($extension) => [...$needed[$extension] ?? [], $extension], $extensions),
    );
    foreach (array_unique($extensions) as $extension) {
        if (is_file(PHP_EXTENSION_DIR."/$extension.so")) {
            array_push($command, '-d', "extension=$extension");
        }
    }
    if ($opcache) {
        array_push($command, '-d', 'zend_extension=opcache', '-d', 'opcache.enable_cli=1');
    }
    if ('jit' === $with) {
        array_push($command, '-d', 'opcache.jit=tracing', '-d', 'opcache.jit_buffer_size=64M');
    }
    if ('slock' === $with) {
        array_push($command, '-d', 'extension='.getenv('SLOCK_TEST_MODULES').'/slock.so');
    }

    return [...$command, '-d', 'include_path=.:/usr/share/php', '-d', 'memory_limit=-1'];
}

/** PHP for a whole process or a page: the package has the extensions of its client, an empty script none. */
function php_of_script(array $case, string $side, bool $opcache): array
{
    return php(
        'slock' === $side ? 'slock' : 'package',
        'package' === $side ? $case['client'] ?? [] : [],
        $opcache,
    );
}

/** The command of one side of a case; null when the case has no such side. */
function command_for(array $case, string $side, string $job): ?array
{
    if (isset($case['process']) || isset($case['page'])) {
        if ('jit' === $side || ('raw' === $side && !isset($case['floor']))) {
            return null;
        }
        $script = $case['raw' === $side ? 'floor' : 'script'];
        if (isset($case['page'])) {
            $program = getenv('SLOCK_BENCH_RAW').'/fastcgi';

            return [$program, $case['fpm'][$side]->socket, $script, 'raw' === $side ? '' : 'done'];
        }

        return [
            getenv('SLOCK_BENCH_RAW').'/spawn',
            $case['clock'] ?? 'wall',
            ...php_of_script($case, $side, false),
            $script,
        ];
    }
    $worker = __DIR__.'/worker.php';
    if ('raw' !== $side) {
        $store = $case['slock' === $side ? 'slock' : 'package'] ?? null;

        return null === $store ? null : [...php($side, $case['extensions'] ?? []), $worker, $job, $store];
    }
    if (!isset($case['raw'])) {
        return null;
    }
    if ('slock' === $case['raw'][0]) {
        return [...php('slock', $case['extensions'] ?? []), $worker, $job, $case['raw'][1]];
    }
    $program = getenv('SLOCK_BENCH_RAW').'/'.$case['raw'][0];

    return is_file($program) ? [$program, ...array_map(strval(...), array_slice($case['raw'], 1))] : null;
}
