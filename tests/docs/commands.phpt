--TEST--
The commands in docs/ that look at locks of this machine and at the extension say what the pages say
--EXTENSIONS--
sysvsem
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
array_map(need_command(...), ['lslocks', 'fuser', 'ipcs', 'readelf', 'objcopy']); ?>
--FILE--
<?php
require __DIR__.'/../inc/documented.inc';
require __DIR__.'/../inc/semaphores.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\SemaphoreStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

putenv('PATH='.getenv('PATH').':/sbin:/usr/sbin');
/** @return list<string> the commands of a block, without their remarks */
$commands = fn (string $page, int $block, array $places = []) => array_map(
    fn ($line) => strtr(preg_replace('/ +# .*/', '', $line), $places),
    explode("\n", trim(documented_in($page, '')[$block])),
);
$run = fn (string $command) => (string) shell_exec("{ $command; } 2>&1");
$modules = realpath(getenv('SLOCK_TEST_MODULES') ?: ini_get('extension_dir'));

group('docs/flock.md', function () use ($commands, $run) {
    $store = new FlockStore($directory = temporary_directory());
    $store->save($key = new Key('invoice'));
    [$who, $open] = $commands('docs/flock.md', 0, ['/var/lock/myapp' => $directory]);
    // lslocks reads the kernel's table in pieces, and misses lines while other processes' locks come and go.
    $seen = eventually(fn () => 1 === preg_match('/\b'.getmypid().'\b.*invoice/', $run($who)));
    check('lslocks', $seen, $run($who));
    check('fuser', (bool) preg_match('/\b'.getmypid().'\b/', $text = $run($open)), $text);
});
group('docs/semaphore.md', function () use ($commands, $run) {
    $store = new SemaphoreStore();
    $store->save($key = new Key($resource = unique()));
    $set = semaphore_set(system_v_key($resource));
    foreach ($commands('docs/semaphore.md', 0) as $command) {
        check($command, (bool) preg_match('/\d/', $text = $run($command)), $text);
    }
    $places = ['32768' => (string) $set, 'NAME' => escapeshellarg($resource), 'php -r' => PHP_BINARY.' -n -r'];
    [$all, $one, $remove, $number] = $commands('docs/semaphore.md', 1, $places);
    $hexadecimal = trim($run($number));
    check('all of them', (bool) preg_match("/^$hexadecimal +$set /m", $text = $run($all)), "$hexadecimal $set: $text");
    check('one of them', str_contains($text = $run($one), "semid=$set"), $text);
    same('held', true, $store->exists($key));
    $run($remove);
    same('removed', null, semaphore_set(system_v_key($resource)));
    same('whoever holds the lock finds out', false, $store->exists($key));
});
group('docs/operations.md', function () use ($commands, $run, $modules) {
    $child = Child::run(array_slice(explode(' ', $commands('docs/operations.md', 0)[0]), 1));
    check('php --ri slock', str_contains($text = $child->finish(), 'slock support => enabled'), $text);
    $where = ['$(php-config --extension-dir)' => $modules];
    check('symbols', str_contains($text = $run($commands('docs/operations.md', 1, $where)[0]), '.debug_info'), $text);

    $directory = temporary_directory();
    $run("cp $modules/slock.so $modules/slock_*.so.1 $directory");
    $run("cd $directory; ".implode("\n", $commands('docs/operations.md', 2)));
    foreach (glob("$directory/{slock.so,slock_*.so.1}", GLOB_BRACE) as $module) {
        check('stripped', !str_contains($run("readelf -S $module"), '.debug_info'), $module);
    }
    $text = $run("readelf -p .gnu_debuglink $directory/slock.so");
    check('linked', str_contains($text, 'slock.so.debug'), $text);
    check('kept', str_contains($run("readelf -S $directory/slock.so.debug"), '.debug_info'));
});
group('docs/combined.md', function () {
    $dead = fn () => new RedisStore('redis://127.0.0.1:1');
    $alive = new Symfony\Component\Lock\Store\InMemoryStore();
    $store = new CombinedStore([$alive, $dead(), $dead()], new ConsensusStrategy());
    $message = outcome(fn () => $store->save(new Key(unique())));
    $documented = strstr(documented_in('docs/combined.md', '')[0], ' …', true);
    $expected = '/'.preg_replace('/\b\d\b/', '\d', preg_quote($documented, '/')).'/';
    check('the message', (bool) preg_match($expected, $message), "$message, expected $expected");
});
?>
--EXPECT--
ok: docs/flock.md
ok: docs/semaphore.md
ok: docs/operations.md
ok: docs/combined.md
