--TEST--
Native clients are found beside slock.so, also when that was loaded through a symbolic link or by a relative path
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$modules = realpath(getenv('SLOCK_TEST_MODULES') ?: ini_get('extension_dir'));
$links = temporary_directory();
symlink("$modules/slock.so", "$links/slock.so");
symlink($modules, "$links/all");
mkdir("$links/copied");
symlink("$modules/slock.so", "$links/copied/real.so");
$code = sprintf(
    'chdir("/"); var_dump((new Symfony\Component\Lock\Store\RedisStore(%s))->exists(new Symfony\Component\Lock\Key("x")));',
    var_export(redis_url(), true),
);

/** What PHP says when it is started in $directory with these settings. */
function run_in(string $directory, array $settings, string $code): string
{
    $command = [getenv('SLOCK_TEST_PHP') ?: PHP_BINARY, '-n'];
    foreach ($settings as $setting) {
        array_push($command, '-d', $setting);
    }
    $process = proc_open([...$command, '-r', $code], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, $directory);
    $output = stream_get_contents($pipes[1]);
    proc_close($process);

    return trim($output);
}

foreach ([
    'an absolute path' => ['/', ["extension=$modules/slock.so"]],
    'a symbolic link' => ['/', ["extension=$links/slock.so"]],
    'a link in a linked directory' => ['/', ["extension=$links/all/slock.so"]],
    'a link of another name' => ['/', ["extension=$links/copied/real.so"]],
    'a relative path' => [$modules, ['extension=./slock.so']],
    'a relative link' => [$links, ['extension=./slock.so']],
    'a relative extension_dir' => [dirname($modules), ['extension_dir='.basename($modules), 'extension=slock']],
] as $what => [$directory, $settings]) {
    same($what, 'bool(false)', run_in($directory, $settings, $code));
}
?>
--EXPECT--
ok: an absolute path
ok: a symbolic link
ok: a link in a linked directory
ok: a link of another name
ok: a relative path
ok: a relative link
ok: a relative extension_dir
