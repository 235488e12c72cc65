--TEST--
slock.enable is the value when PHP starts: a pool of FPM, which comes later, cannot change it, and phpinfo() tells what is in force
--SKIPIF--
<?php extension_loaded('ffi') || is_file(PHP_EXTENSION_DIR.'/ffi.so') || exit('skip this PHP has no extension FFI'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

// What FPM does with php_admin_value, and CGI with [PATH=…], before a request.
$code = <<<'CODE'
    $engine = FFI::cdef('struct text; extern struct text *(*zend_string_init_interned)(const char *, size_t, _Bool);
        int zend_alter_ini_entry_chars(struct text *, const char *, size_t, int, int);');
    $name = ($engine->zend_string_init_interned)('slock.enable', 12, false);
    $value = $argv[1];
    ob_start();
    $answer = $engine->zend_alter_ini_entry_chars(
        $name,
        $value,
        1,
        4 /* PHP_INI_SYSTEM */,
        4 /* ZEND_INI_STAGE_ACTIVATE */,
    );
    (new ReflectionExtension('slock'))->info();
    preg_match('/slock support => (.*)/', ob_get_clean(), $m);
    echo json_encode([$answer, ini_get('slock.enable'), $m[1], class_exists('Symfony\Component\Lock\Lock')]);
    CODE;
foreach ([
    '1' => '[-1,"1","enabled",true]',
    '0' => '[-1,"0","disabled by slock.enable",false]',
] as $start => $expected) {
    $child = Child::run(
        ['-r', $code, '--', (string) (1 - $start)],
        'here',
        ['ffi'],
        ['ffi.enable' => '1', 'slock.enable' => $start],
    );
    same("started with $start", $expected, $child->finish());
}
?>
--EXPECT--
ok: started with 1
ok: started with 0
