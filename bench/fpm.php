<?php
/*
 * A php-fpm of one worker, for rows about pages: the raw program `fastcgi` asks it without a web server between.
 */

final class Fpm
{
    public readonly string $socket;
    private readonly string $directory;
    private $process;

    /** @param array $php the command of a PHP as php() makes it, whose settings it gets */
    public function __construct(string $name, array $php, string $cpus)
    {
        $program = getenv('SLOCK_BENCH_FPM') ?: throw new RuntimeException("$name: php-fpm is missing");
        $this->directory = $directory = sys_get_temp_dir().'/slock-bench-'.bin2hex(random_bytes(6));
        mkdir($directory, 0700);
        $this->socket = "$directory/socket";
        $root = 0 === posix_geteuid();
        file_put_contents("$directory/conf", "[global]\ndaemonize = no\nerror_log = $directory/log\n"
            .'[bench]'.($root ? "\nuser = root\ngroup = root" : '')."\nlisten = $this->socket\nclear_env = no\n"
            ."security.limit_extensions =\npm = static\npm.max_children = 1\n");
        $this->process = proc_open(
            [
                ...pinned($cpus),
                // It ends with this process, whatever becomes of that.
                ...['setpriv', '--pdeathsig', 'TERM', $program],
                ...array_slice($php, 1),
                // The pages have just been written.
                ...['-d', 'opcache.file_update_protection=0', '-y', "$directory/conf"],
                ...($root ? ['-R'] : []),
            ],
            [['file', '/dev/null', 'r'], ['file', "$directory/output", 'a'], ['redirect', 1]],
            $pipes,
        );
        for ($tries = 0; !@stream_socket_client("unix://$this->socket"); ++$tries) {
            if ($tries > 500 || !proc_get_status($this->process)['running']) {
                throw new RuntimeException("$name: php-fpm does not start: ".@file_get_contents("$directory/output"));
            }
            usleep(20_000);
        }
    }

    public function __destruct()
    {
        if ($this->process) {
            proc_terminate($this->process);
            proc_close($this->process);
        }
        array_map(unlink(...), glob("$this->directory/*"));
        rmdir($this->directory);
    }
}
