--TEST--
The rig for hostile programs finds a crash, a crash of a forked child, a program without end and complaints, and leaves what matters
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/run.inc';

$runner = new Runner(3);

/** An innocent program, that runs to its end, with this somewhere in it, and this as its first piece. */
function with(string $statement, string $piece = ''): Program
{
    $program = (new ProgramWriter(6))->program(80);
    array_splice($program->lists[0], 60, 0, [$statement]);
    $piece && $program->lists[1] = [$piece];

    return $program;
}

function found(string $what, Program $program, string ...$kinds): void
{
    global $runner;
    $kind = $runner->run($program)?->kind;
    check(
        $what,
        (bool) array_filter($kinds, fn ($expected) => str_contains((string) $kind, $expected)),
        'got '.show($kind),
    );
}

same('nothing', null, $runner->run(with('1;'))?->kind);
// A sanitizer has a handler of its own for the signal.
found('a crash', with('posix_kill(getmypid(), SIGSEGV);'), 'signal 11', 'SEGV');
found('an abort', with('posix_kill(getmypid(), SIGABRT);'), 'signal 6', 'ABRT');
found('a crash in a piece', with('piece(1);', 'posix_kill(getmypid(), SIGSEGV);'), 'signal 11', 'SEGV');
found('a crash of a child', with('forked(1, false);', 'posix_kill(getmypid(), SIGABRT);'), 'a forked child', 'ABRT');
found('no end', with('posix_kill(getmypid(), SIGSTOP);'), 'no end');
found('an endless loop', with('pcntl_async_signals(false); for (;;) {}'), 'no end');
foreach ([
    '==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1' => 'heap-use-after-free',
    'core/key.c:1:1: runtime error: index 5 out of bounds' => 'index 5 out of bounds',
    '==1==ERROR: LeakSanitizer: detected memory leaks' => 'detected',
    'php: Zend/zend_gc.c:1: main: Assertion `0\' failed.' => 'Assertion',
    '=== Total 2 memory leaks detected ===' => 'memory leaks detected',
    'free(): double free detected in tcache 2' => 'free()',
] as $text => $kind) {
    found($text, with('fwrite(STDERR, '.var_export("$text\n", true).');'), $kind);
}

$program = with('posix_kill(getmypid(), SIGSEGV);');
$small = $runner->shrink($program, $runner->run($program));
same('with the package, too', true, $runner->isOfTheEngine($small, $runner->run($small)));
$ours = clone $small;
$ours->lists[0] = ["extension_loaded('slock') && posix_kill(getmypid(), SIGSEGV);"];
same('only with the extension', false, $runner->isOfTheEngine($ours, $runner->run($ours)));
same('made small', ['posix_kill(getmypid(), SIGSEGV);'], array_merge(...$small->lists));

same('a seed is a program', (new ProgramWriter(7))->program()->text(), (new ProgramWriter(7))->program()->text());
check(
    'and another one is another',
    (new ProgramWriter(7))->program()->text() !== (new ProgramWriter(8))->program()->text(),
);
?>
--EXPECT--
ok: nothing
ok: a crash
ok: an abort
ok: a crash in a piece
ok: a crash of a child
ok: no end
ok: an endless loop
ok: ==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1
ok: core/key.c:1:1: runtime error: index 5 out of bounds
ok: ==1==ERROR: LeakSanitizer: detected memory leaks
ok: php: Zend/zend_gc.c:1: main: Assertion `0' failed.
ok: === Total 2 memory leaks detected ===
ok: free(): double free detected in tcache 2
ok: with the package, too
ok: only with the extension
ok: made small
ok: a seed is a program
ok: and another one is another
