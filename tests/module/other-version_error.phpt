--TEST--
A native client of another version is refused; one under the name that older builds gave it is not looked at
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$modules = realpath(getenv('SLOCK_TEST_MODULES') ?: ini_get('extension_dir'));
$version = phpversion('slock');
$directory = temporary_directory();
copy("$modules/slock.so", "$directory/slock.so");
file_put_contents("$directory/slock_redis.so", 'no library');
/** What a lock by DSN and phpinfo() say of the module with this content. */
$said_of = function (string $module) use ($directory) {
    file_put_contents("$directory/slock_redis.so.1", $module);
    $code = <<<'CODE'
        use Symfony\Component\Lock\{Key, Store\RedisStore};
        try {
            (new RedisStore('redis://127.0.0.1:1'))->exists(new Key('x'));
        } catch (Exception $e) {
            echo $e->getMessage(), "\n";
        }
        phpinfo(INFO_MODULES);
        CODE;
    $process = proc_open(
        [getenv('SLOCK_TEST_PHP') ?: PHP_BINARY, '-n', '-d', "extension=$directory/slock.so", '-r', $code],
        [1 => ['pipe', 'w'], 2 => ['redirect', 1]],
        $pipes,
    );
    $output = stream_get_contents($pipes[1]);
    proc_close($process);

    return $output;
};
$module = file_get_contents("$modules/slock_redis.so.1");
same('the module names its version once', 1, substr_count($module, "slock $version\0"));

$said = $said_of($module);
check('the same version is loaded', str_contains($said, 'Redis at 127.0.0.1:1: cannot connect: '), $said);

$other = str_repeat('9', strlen($version));
$said = $said_of(str_replace("slock $version\0", "slock $other\0", $module));
$reason = "It belongs to slock $other and not to slock $version: restart PHP after an update";
$message = 'The native client for Redis (hiredis) cannot be loaded, ';
check('another version is refused', str_contains($said, $message) && str_contains($said, "slock.so? $reason"), $said);
check('phpinfo() tells', (bool) preg_match("/^Redis \(hiredis\) => \S+ => $reason\$/m", $said), $said);
?>
--EXPECT--
ok: the module names its version once
ok: the same version is loaded
ok: another version is refused
ok: phpinfo() tells
