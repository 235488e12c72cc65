--TEST--
Slock\acquire(): the extension, and the polyfill over the packages 5.4, 6.4 and 7.4, do the same; beside the extension the polyfill does nothing
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$polyfill = dirname(__DIR__, 2).'/polyfill/src/acquire.php';
$cases = 'require "'.__DIR__.'/../inc/process.inc"; require "'.__DIR__.'/../inc/acquire-any-lock.inc";';

// All at once: most of the time they wait.
$children = [];
foreach (['slock', '5.4', '6.4', '7.4'] as $with) {
    putenv("SLOCK_TEST_WITH=$with");
    $before = 'slock' === $with ? '' : "require '$polyfill';";
    $children[$with] = Child::start($before.$cases, $with, ['pcntl', 'posix']);
}
echo $native = array_shift($children)->finish(120);
foreach ($children as $line => $child) {
    $got = $child->finish(120);
    same("the polyfill over $line", $native, $got) || print $got;
}

$tokens = <<<'PHP'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;
    use function Slock\fencing_token;

    $key = new Key('r');
    $said = [(string) (new ReflectionFunction('Slock\fencing_token'))->getReturnType(), fencing_token($key)];
    $said[] = fencing_token(new Lock($key, new FlockStore(sys_get_temp_dir())));
    foreach ([7, 0, -7, '7', 7.0, null, []] as $token) {
        $key->setState('Slock\FencingToken', $token);
        $said[] = fencing_token(unserialize(serialize($key)));
    }
    try {
        fencing_token(new stdClass());
    } catch (TypeError $e) {
        $said[] = str_replace(['Symfony\Component\Lock\\', ' called in'], ['', "\n"], $e->getMessage());
    }
    echo json_encode($said);
    PHP;
$native = Child::start($tokens, 'slock')->finish();
same('fencing_token()', '["?int",null,null,7,null,null,7,null,null,null,', strstr($native, '"Slock', true));
foreach (['5.4', '6.4', '7.4'] as $line) {
    $fencing = dirname($polyfill).'/fencing_token.php';
    $got = Child::start("require '$fencing'; $tokens", $line)->finish();
    same("fencing_token() over $line", strstr($native, '"Slock', true), strstr($got, '"Slock', true));
}

$describe = '$f = new ReflectionFunction("Slock\acquire"); echo $f->getExtensionName() ?: basename($f->getFileName());';
same('the polyfill beside the extension', 'slock', Child::start("require '$polyfill'; $describe", 'slock')->finish());
same(
    'switched off, the extension has no function',
    'bool(false)'."\n",
    Child::start('var_dump(function_exists("Slock\acquire"));', 'slock', [], ['slock.enable' => '0'])->finish(),
);
putenv('SLOCK_TEST_PACKAGE_7='.package('7.4'));
same(
    'then the polyfill has it',
    'acquire.php',
    Child::start(
        "require getenv('SLOCK_TEST_PACKAGE_7'); require '$polyfill'; $describe",
        'slock',
        [],
        ['slock.enable' => '0'],
    )->finish(),
);
?>
--EXPECT--
ok: signature
ok: a Lock in memory
ok: a Lock in a file
ok: another process releases it
ok: asks without blocking, again and again
ok: reading, too
ok: 0 asks once
ok: INF and very long times
ok: pauses grow to 100 ms, and the last attempt is at the end
ok: an attempt that takes long and ends too late is the last
ok: what it throws comes out
ok: NoLock
ok: a signal does not end the wait
ok: what a handler throws does
ok: timeout -0.5
ok: timeout -INF
ok: timeout NAN
ok: reading a lock that cannot be shared
ok: other types
ok: the polyfill over 5.4
ok: the polyfill over 6.4
ok: the polyfill over 7.4
ok: fencing_token()
ok: fencing_token() over 5.4
ok: fencing_token() over 6.4
ok: fencing_token() over 7.4
ok: the polyfill beside the extension
ok: switched off, the extension has no function
ok: then the polyfill has it
