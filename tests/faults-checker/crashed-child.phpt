--TEST--
A test whose child process crashes fails, whether it looks at the child's end or not
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$kill = fn (int $signal) => Child::start(
    "echo \"said\\n\"; posix_kill(getmypid(), $signal); sleep(9);",
    'here',
    ['posix'],
);
foreach ([11, 6, 9, 15, 10] as $signal) {
    echo $kill($signal)->finish();
}
$child = Child::start('echo "before\n"; fgets(STDIN);');
echo $child->hear(), "\n";
$child->kill();
$child->finish();
?>
--EXPECT--
FAIL: the end of a child, signal 11
said
FAIL: the end of a child, signal 6
said
said
said
said
before
