--TEST--
opcache.preload: switches that opcache takes for on or off in words count the same for the extension's traits, and phpinfo() tells
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_file(PHP_EXTENSION_DIR.'/opcache.so'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

file_put_contents($file = temporary_directory().'/preload.php', '<?php class Preloaded {}');
$user = posix_geteuid() ? [] : ['opcache.preload_user' => 'root'];
$code = <<<'CODE'
    ob_start();
    phpinfo(INFO_MODULES);
    preg_match('/^Traits => (.*)$/m', ob_get_clean(), $traits);
    echo json_encode([
        class_exists(Preloaded::class, false),
        trait_exists(Symfony\Component\Lock\Store\ExpiringStoreTrait::class, false),
        trait_exists(Symfony\Component\Lock\Store\DatabaseTableTrait::class, false),
        $traits[1] ?? null,
    ]);
    CODE;
$preloading = [true, false, false, 'not declared, opcache.preload is set'];
$not = [false, true, true, 'declared'];
foreach ([
    ['opcache.enable_cli' => '"on"'] + $user,
    ['opcache.enable_cli' => '"True"'] + $user,
    ['opcache.enable_cli' => '"yes"', 'opcache.enable' => '"on"'] + $user,
    ['opcache.enable_cli' => 'on', 'opcache.enable' => '2'] + $user,
] as $on) {
    $child = Child::start($code, 'here', ['posix'], [
        'zend_extension' => 'opcache',
        'opcache.preload' => $file,
        'opcache.jit' => 'disable',
        ...$on,
    ]);
    same(json_encode(array_diff_key($on, $user)), $preloading, json_decode($child->finish()));
}
foreach ([
    ['opcache.enable_cli' => '"off"'],
    ['opcache.enable_cli' => '"x"'],
    ['opcache.enable_cli' => '1', 'opcache.enable' => '"no"'],
] as $off) {
    $child = Child::start($code, 'here', ['posix'], [
        'zend_extension' => 'opcache',
        'opcache.preload' => $file,
        'opcache.jit' => 'disable',
        ...$user,
        ...$off,
    ]);
    same(json_encode($off), $not, json_decode($child->finish()));
}
?>
--EXPECT--
ok: {"opcache.enable_cli":"\"on\""}
ok: {"opcache.enable_cli":"\"True\""}
ok: {"opcache.enable_cli":"\"yes\"","opcache.enable":"\"on\""}
ok: {"opcache.enable_cli":"on","opcache.enable":"2"}
ok: {"opcache.enable_cli":"\"off\""}
ok: {"opcache.enable_cli":"\"x\""}
ok: {"opcache.enable_cli":"1","opcache.enable":"\"no\""}
