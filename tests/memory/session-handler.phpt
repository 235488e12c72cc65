--TEST--
A lock in the write() of a session save handler, after the extension's own end of the request: nothing of it is used in a later one
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$directory = temporary_directory();
file_put_contents("$directory/router.php", <<<'CODE'
    <?php
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    final class Handler implements SessionHandlerInterface
    {
        public function open(string $path, string $name): bool { return true; }
        public function close(): bool { return true; }
        public function read(string $id): string { return ''; }
        public function destroy(string $id): bool { return true; }
        public function gc(int $lifetime): int { return 0; }
        public function write(string $id, string $data): bool
        {
            $lock = new Lock(new Key('session'), new FlockStore(__DIR__));
            if (!$lock->acquire()) {
                file_put_contents(__DIR__.'/failed', 'acquire');
            }
            $lock->release();
            file_put_contents(__DIR__.'/written', '.', FILE_APPEND);

            return true;
        }
    }
    session_set_save_handler(new Handler(), false);
    session_start();
    $_SESSION['count'] = 1;
    // What would lie where the handle of the request before has been.
    $fill = array_map(static fn ($i) => [$i, new stdClass()], range(1, 50));
    $lock = new Lock(new Key('request'), new FlockStore(__DIR__));
    echo getmypid(), ' ', json_encode([$lock->acquire(), $lock->isAcquired(), $lock->release(), $lock->acquire()]);
    CODE);

$port = free_port();
$server = Child::run(
    ['-S', "127.0.0.1:$port", "$directory/router.php"],
    'here',
    ['session'],
    [],
    ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'],
);
register_shutdown_function(fn () => $server->kill());
same('the web server answers', true, eventually(fn () => @fsockopen('127.0.0.1', $port)));
$answers = [];
for ($i = 0; $i < 30; ++$i) {
    $answers[] = (string) @file_get_contents("http://127.0.0.1:$port/");
}
same('30 requests in one process', [$server->pid().' [true,true,null,true]'], array_values(array_unique($answers)));
same(
    'write() ran in each of them',
    true,
    eventually(fn () => 30 === strlen((string) @file_get_contents("$directory/written"))),
);
same('and had its lock', false, file_exists("$directory/failed"));
same('the server is alive', true, $server->running());
?>
--EXPECT--
ok: the web server answers
ok: 30 requests in one process
ok: write() ran in each of them
ok: and had its lock
ok: the server is alive
