--TEST--
FlockStore: a fatal error while the fiber of a wait is suspended ends the wait: no thread gets the lock later, for nobody
--FILE--
<?php
require __DIR__.'/../keep-alive/keep.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;

/* Request after request in one process, which is PHP's own web server. */
file_put_contents(
    $script = temporary_directory().'/request.php',
    '<?php require '.var_export(realpath(__DIR__.'/../keep-alive/keep.inc'), true).<<<'CODE'
    ;
    use Slock\KeepAlive;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    ini_set('display_errors', '0');
    $lost = new Lock(new Key('lost'), $counting = new CountingStore(), 3.0, false);
    $lost->acquire();
    $counting->give_away('lost');
    $keep = new KeepAlive($lost, onLost: fn () => Fiber::suspend('told'));
    $waiter = new Fiber(fn () => (new Lock(new Key('r'), new FlockStore($_GET['directory'])))->acquire(true));
    echo $waiter->start();
    ini_set('memory_limit', '32M');
    str_repeat('x', 1 << 30);
    CODE,
);
$store = new FlockStore($directory = temporary_directory());
$owner = new Lock(new Key('r'), $store);
same('the owner', true, $owner->acquire());
$port = free_port();
$silent = ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'];
$server = Child::run(['-S', "127.0.0.1:$port", $script], 'here', [], [], $silent);
check('the web server answers', eventually(fn () => @fsockopen('127.0.0.1', $port)));
$get = fn (): string => (string) file_get_contents(
    "http://127.0.0.1:$port/?".http_build_query(['directory' => $directory]),
    false,
    stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 20]]),
);
same('the request', ['told', 'told'], [$get(), $get()]);
$owner->release();
usleep(200000);
same('the next owner', true, (new Lock(new Key('r'), $store))->acquire());
$server->kill();
?>
--EXPECT--
ok: the owner
ok: the web server answers
ok: the request
ok: the next owner
