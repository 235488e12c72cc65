--TEST--
slock.so and its native clients name the headers that they were built from: any change there makes them another build
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$sources = dirname(__DIR__, 2);
$modules = realpath(getenv('SLOCK_TEST_MODULES') ?: ini_get('extension_dir'));
$copy = temporary_directory();
foreach (['slock_version.h', 'core/*.h', 'clients/*.h', 'clients/*/*.h'] as $headers) {
    foreach (glob("$sources/$headers") as $header) {
        $to = $copy.substr($header, strlen($sources));
        is_dir(dirname($to)) || mkdir(dirname($to), 0700, true);
        copy($header, $to);
    }
}
mkdir("$copy/elsewhere");
$rules = file_get_contents("$sources/Makefile.frag");
file_put_contents("$copy/elsewhere/Makefile", str_replace('$(srcdir)', $copy, $rules));
/** What make calls a build of the headers as they are now. */
$made = function () use ($copy) {
    $process = proc_open(
        ['make', '-s', '-C', "$copy/elsewhere", 'slock_build.h'],
        [1 => ['pipe', 'w'], 2 => ['redirect', 1]],
        $pipes,
        null,
        ['PATH' => getenv('PATH')],
    );
    $output = stream_get_contents($pipes[1]);
    $failed = proc_close($process);
    $text = @file_get_contents("$copy/elsewhere/slock_build.h");

    return !$failed && preg_match('/^#define SLOCK_BUILD_ID "([0-9a-f]{12})"$/m', $text, $found) ? $found[1] : $output;
};

$id = $made();
check('an id is made', (bool) preg_match('/^[0-9a-f]{12}$/D', $id), $id);
$named = [];
foreach (glob("$modules/slock*.so*") as $module) {
    $text = file_get_contents($module);
    preg_match_all('/slock '.preg_quote(phpversion('slock')).'(?: \(([0-9a-f]+)\))?\0/', $text, $found);
    $named[basename($module)] = $found[1];
}
check('there are native clients', count($named) > 1, implode(' ', array_keys($named)));
same('all of them have it, once', array_fill_keys(array_keys($named), [$id]), $named);

touch("$copy/elsewhere/slock_build.h", 1000000000);
same('the same headers: the same id', $id, $made());
clearstatcache();
same('and nothing is compiled again', 1000000000, filemtime("$copy/elsewhere/slock_build.h"));

foreach (['slock_version.h', 'core/result.h', 'clients/module.h', 'clients/redis/redis.h'] as $header) {
    $text = file_get_contents("$copy/$header");
    file_put_contents("$copy/$header", str_replace("\n#endif\n", "\nint a_new_member;\n\n#endif\n", $text));
    check("$header has changed: another id", $id !== $made(), $id);
    file_put_contents("$copy/$header", $text);
    same("$header as before: the same id", $id, $made());
}
?>
--EXPECT--
ok: an id is made
ok: there are native clients
ok: all of them have it, once
ok: the same headers: the same id
ok: and nothing is compiled again
ok: slock_version.h has changed: another id
ok: slock_version.h as before: the same id
ok: core/result.h has changed: another id
ok: core/result.h as before: the same id
ok: clients/module.h has changed: another id
ok: clients/module.h as before: the same id
ok: clients/redis/redis.h has changed: another id
ok: clients/redis/redis.h as before: the same id
