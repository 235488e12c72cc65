--TEST--
The checker of faults finds two owners at a time, and a lock that somebody else has released
--FILE--
<?php
require __DIR__.'/../inc/histories.inc';

$one = "0.0 a ask 1 try\n 0.1 a told 1 true 2.0\n";
$gives = "0.5 a giving 1\n 0.6 a gave 1 true\n";
$next = fn (string $asked, string $told) => "$asked b ask 1 try\n $told b told 1 true 9\n";

echo "--- overlaps\n";
judge('one after the other', $one.$gives.$next('0.5', '0.55'));
judge('both at once', $one.$gives.$next('0.2', '0.3'));
judge('the first was answered later', "0.0 a ask 1 try\n 0.4 a told 1 true 2.0\n".$next('0.1', '0.2'));
judge('after the lifetime of the first', $one.$next('2.0', '2.1'));
judge('before its end', $one.$next('1.8', '1.9'));
judge('before its end, that was put off', $one."1.5 a renew 1 true 3.5\n".$next('2.0', '2.1'));
judge('after the first was killed', $one."0.5 a killed\n".$next('0.5', '0.6'));
judge('before the first was killed', $one."0.7 a killed\n".$next('0.5', '0.6'));
judge('a release that fails ends the claim', $one."0.5 a giving 1\n 0.6 a gave 1 error\n".$next('0.7', '0.8'));
judge('also when it is tried again', $one."0.5 a giving 1\n 0.6 a gave 1 error\n 0.9 a giving 1\n".$next('0.7', '0.8'));
judge('a refresh without an answer does not', $one."0.5 a renew 1 error\n".$next('0.7', '0.8'));
judge('but it gives back what a quorum agreed to', $one."0.5 a renew 1 error\n".$next('0.7', '0.8'), [], true);
judge('and not before it was asked for', $one."0.5 a renew 1 error\n".$next('0.3', '0.4'), [], true);
judge('the memory was wiped meanwhile', $one.$next('0.4', '0.5'), [new Fault('wiped', 0.2, 0.3, 0, true)]);
judge('it was wiped before', $one.$next('0.4', '0.5'), [new Fault('wiped', -0.3, -0.2, 0, true)]);
judge('a fault that takes no locks away', $one.$next('0.4', '0.5'), [new Fault('slow', 0.2, 0.3)]);

echo "--- grants\n";
judge('nobody can have it', $one, [new Fault('gone', -0.2, 0.4, barred: [-0.1, 0.3])]);
judge('it was asked for before', $one, [new Fault('gone', -0.2, 0.4, barred: [0.05, 0.3])]);
judge('it was told afterwards', $one, [new Fault('gone', -0.2, 0.4, barred: [-0.1, 0.05])]);

echo "--- fencing tokens\n";
$first = "0.0 a ask 1 try\n 0.1 a told 1 true 0.2 7\n";
$second = fn (string $asked, string $token) => "$asked b ask 1 try\n 0.4 b told 1 true 9 $token\n";
judge('they grow', $first.$second('0.3', '8'));
judge('the same one', $first.$second('0.3', '7'));
judge('a smaller one', $first.$second('0.3', '6'), [new Fault('wiped', 0.2, 0.3, 0, true)]);
judge('who asked at the same time may have been the first', $first.$second('0.05', '6'));
judge('the greatest before counts', "0.0 c ask 1 try\n 0.01 c told 1 true 0.02 9\n".$first.$second('0.3', '8'));
judge('one has none', $first.$second('0.3', ''), [], false, true);

echo "--- stolen\n";
$other = "0.0 b ask 1 try\n 0.01 b told 1 error\n";
judge('the lock is there', $one."0.5 a check 1 true\n");
judge('the lock has gone', $one."0.5 a check 1 false\n");
judge('a refresh says so', $one."0.5 a renew 1 lost\n");
judge('after its lifetime', $one."2.1 a check 1 false\n");
judge('a refresh of a quorum failed', $one."0.3 a renew 1 error\n 0.5 a check 1 false\n", [], true);
judge('the memory was wiped', $one."0.5 a check 1 false\n", [new Fault('wiped', 0.2, 0.3, 0, true)]);
judge('a release of another one at that time', $one."0.0 b ask 1 wait 1\n 0.05 b told 1 true 0.08\n"
    ."0.3 b giving 1\n 0.4 b gave 1 true\n 0.5 a check 1 false\n");
?>
--EXPECT--
--- overlaps
one after the other
    nothing
both at once
    overlap: a#1 and b#1 both, for 200.0 ms
the first was answered later
    overlap: b#1 and a#1 both, for 1600.0 ms
after the lifetime of the first
    nothing
before its end
    overlap: a#1 and b#1 both, for 100.0 ms
before its end, that was put off
    overlap: a#1 and b#1 both, for 1400.0 ms
after the first was killed
    nothing
before the first was killed
    overlap: a#1 and b#1 both, for 100.0 ms
a release that fails ends the claim
    error: a#1 was not given back:
also when it is tried again
    error: a#1 was not given back:
a refresh without an answer does not
    overlap: a#1 and b#1 both, for 1200.0 ms
but it gives back what a quorum agreed to
    nothing
and not before it was asked for
    overlap: a#1 and b#1 both, for 90.0 ms
the memory was wiped meanwhile
    nothing, 1 expected
it was wiped before
    overlap: a#1 and b#1 both, for 1500.0 ms
a fault that takes no locks away
    overlap: a#1 and b#1 both, for 1500.0 ms
--- grants
nobody can have it
    grant: a#1: gone
it was asked for before
    nothing
it was told afterwards
    nothing
--- fencing tokens
they grow
    nothing
the same one
    fence: b#1 has 7 after a#1 with 7
a smaller one
    fence: b#1 has 6 after a#1 with 7
who asked at the same time may have been the first
    nothing
the greatest before counts
    fence: b#1 has 8 after c#1 with 9
one has none
    fence: b#1 has no token
--- stolen
the lock is there
    nothing
the lock has gone
    stolen: a#1 had it no more; meanwhile released: nobody
a refresh says so
    stolen: a#1 had it no more; meanwhile released: nobody
after its lifetime
    nothing
a refresh of a quorum failed
    nothing
the memory was wiped
    nothing, 1 expected
a release of another one at that time
    stolen: a#1 had it no more; meanwhile released: b#1
