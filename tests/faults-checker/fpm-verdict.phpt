--TEST--
The verdict of ./dev fpm names each fault that was not played
--SKIPIF--
<?php is_file(__DIR__.'/../../tools/fpm/checks.inc') || exit('skip the rig is no part of a package'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

/** What the verdict asks of application.inc and rig.inc. */
enum Keeper
{
    case Token;
}

final class Rig
{
    public const STEADY = 4;
}

const CONTROL = 'control';

function fpm_ways(): array
{
    return array_fill_keys(['one', 'another'], (object) ['keeper' => Keeper::Token]);
}

require __DIR__.'/../../tools/fpm/checks.inc';

$verdict = new Verdict();
$verdict->expects([['exit', 'one'], ['kill', 'one'], ['exit', 'another']]);
$verdict->recovered('exit', 'one', 0.1);
ob_start();
$fine = $verdict->report(new Rig());
preg_match_all('/^FAILED: (.*)$/m', ob_get_clean(), $failed);
check('it fails', !$fine);
same('what is missing', [
    'one: kill: NOT RUN, there was no time for it',
    'another: exit: NOT RUN, there was no time for it',
], $failed[1]);
$verdict = new Verdict();
$verdict->expects([['exit', 'one']]);
$verdict->recovered('exit', 'one', 0.1);
ob_start();
$fine = $verdict->report(new Rig());
ob_end_clean();
check('all of them', $fine);
?>
--EXPECT--
ok: it fails
ok: what is missing
ok: all of them
