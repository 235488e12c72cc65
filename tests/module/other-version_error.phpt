--TEST--
A native client of another version, or of another build of the same version, is refused; one under the name that older builds gave it is not looked at
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
$pattern = '/slock '.preg_quote($version).' \(([0-9a-f]{12})\)\0/';
same('the module names its build once', 1, preg_match_all($pattern, $module, $found));
[$build, $id] = [rtrim($found[0][0] ?? '', "\0"), $found[1][0] ?? ''];

$said = $said_of($module);
check('the same build is loaded', str_contains($said, 'Redis at 127.0.0.1:1: cannot connect: '), $said);

foreach ([
    'another version' => str_replace($version, str_repeat('9', strlen($version)), $build),
    'another build of the same version' => str_replace($id, strrev($id), $build),
    'one that names no build' => str_pad("slock $version", strlen($build), "\0"),
] as $what => $other) {
    $said = $said_of(str_replace($build, $other, $module));
    $reason = 'It belongs to '.rtrim($other, "\0")." and not to $build: restart PHP after an update";
    $message = 'The native client for Redis (hiredis) cannot be loaded, ';
    check("$what is refused", str_contains($said, $message) && str_contains($said, "slock.so? $reason"), $said);
    $row = '/^Redis \(hiredis\) => \S+ => '.preg_quote($reason, '/').'$/m';
    check("$what: phpinfo() tells", (bool) preg_match($row, $said), $said);
}
?>
--EXPECT--
ok: the module names its build once
ok: the same build is loaded
ok: another version is refused
ok: another version: phpinfo() tells
ok: another build of the same version is refused
ok: another build of the same version: phpinfo() tells
ok: one that names no build is refused
ok: one that names no build: phpinfo() tells
