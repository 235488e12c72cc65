--TEST--
The checker of faults finds a false for a free lock, a sleeping waiter, a missed deadline and a slow recovery
--FILE--
<?php
require __DIR__.'/../inc/histories.inc';

$held = "0.0 a ask 1 try\n 0.1 a told 1 true 2.0\n";
$given = $held."0.5 a giving 1\n 0.6 a gave 1 true\n";
$false = fn (string $asked, string $told) => "$asked b ask 1 try\n $told b told 1 false\n";

echo "--- dishonest\n";
judge('somebody has it', $given.$false('0.2', '0.3'));
judge('nobody has it', $given.$false('0.7', '0.8'));
judge('it is being released', $given.$false('0.55', '0.8'));
judge('its owner was killed', $held."0.5 a killed\n".$false('1.5', '1.6'));
judge('long ago', $held."0.5 a killed\n".$false('2.3', '2.4'));
judge('the release failed', $held."0.5 a giving 1\n 0.6 a gave 1 error\n".$false('1.5', '1.6'));
judge('another one was not answered', "0.0 a ask 1 try\n 0.5 a told 1 error\n".$false('1.5', '1.6'));
judge('long ago', $unknown = "0.0 a ask 1 try\n 0.5 a told 1 error\n".$false('2.7', '2.8'));
judge('its request was late', $unknown, [new Fault('late', 0, 0.6, 2.5)]);
$barred = fn (float $from, float $to) => [new Fault('gone', -1, 1, barred: [$from, $to])];
$unheard = "0.0 a ask 1 try\n 0.5 a told 1 error\n".$false('1.5', '1.6');
judge('nobody could hear it', $unheard, $barred(-1, 0.9));
judge('they could when it asked', $unheard, $barred(0.1, 0.9));
judge('or before it was told', $unheard, $barred(-1, 0.4));
judge('its own lock', $held."2.05 a ask 2 try\n 2.06 a told 2 false\n");
judge('both refused', "0.0 a ask 1 try\n 0.1 a told 1 false\n".$false('0.0', '0.1'));
judge('by members of a quorum', "0.0 a ask 1 try\n 0.1 a told 1 false\n".$false('0.0', '0.1'), [], true);
$again = '';
foreach (range(0, 19) as $i) {
    $again .= sprintf("%.2f a ask %d try\n %.2f a told %d false\n", $i / 5, $i + 1, $i / 5 + 0.2, $i + 1)
        .sprintf("%.2f b ask %d try\n %.2f b told %d false\n", $i / 5 + 0.1, $i + 1, $i / 5 + 0.3, $i + 1);
}
judge('again and again by members of a quorum', $again, [], true);
judge('while another one waits', "0.0 a ask 1 wait 1.5\n 1.4 a told 1 true 3.4\n".$false('0.5', '0.6'));
judge('when it has just been woken', "0.0 a ask 1 wait 1.5\n 0.7 a told 1 true 2.7\n".$false('0.5', '0.6'));
$awaited = "0.0 a ask 1 wait 1.5\n 1.0 a told 1 true 3.0\n".$false('0.5', '0.6');
judge('while another one, woken, waits for the answer of a member', $awaited, [new Fault('lost', 0.5, 1.0)]);
judge('without a fault', $awaited);
$early = $awaited."0.1 c ask 1 try\n 0.15 c told 1 false\n";
judge('long before it was woken', $early, [new Fault('lost', 0.0, 1.0)]);
judge('of a quorum, one attempt after another', $early, [new Fault('lost', 0.05, 1.0)], true);
judge('before anything was lost', $early, [new Fault('lost', 0.3, 1.0)], true);
$stopped = fn (string $told) => "0.0 a ask 1 wait 1.0\n 0.4 a stopped\n 1.4 a continued\n 1.45 a told 1 $told\n"
    .$false('0.5', '0.6');
judge('while another one is stopped that waits', $stopped('true 3.4'));
judge('or that has waited for too long', $stopped('false')."2.0 c ask 1 try\n 2.1 c told 1 true 4.1\n");
$last = "0.0 a ask 1 wait 0.5\n 0.51 a told 1 false\n";
judge('or that the server gave it in the last moment', $last.$false('0.49', '0.5'));
judge('long before that', $last.$false('0.4', '0.45'));
judge('alone with a quorum', $false('0.0', '0.1'), [], true);
judge('it was put off', $held."1.5 a renew 1 true 3.5\n".$false('3.0', '3.1'));
judge('its owner was killed putting it off', $held."1.4 a renewing 1\n 1.5 a killed\n".$false('3.2', '3.3'));
judge('it was not', $held."1.5 a killed\n".$false('3.2', '3.3'));
judge('long after that', $held."1.4 a renewing 1\n 1.5 a killed\n".$false('4.0', '4.1'));
judge('it had been before', $held."1.0 a renewing 1\n 1.1 a renew 1 true 3.1\n 1.9 a killed\n".$false('3.6', '3.7'));
judge('it has no lifetime', "0.0 a ask 1 try\n 0.1 a told 1 true\n".$false('5.0', '5.1')."9 a open 8\n");

echo "--- error\n";
judge('before anything was done', "0.0 a ask 1 try\n 0.05 a told 1 error\n", [new Fault('later', 0.2, 0.3)]);
judge('without a fault', "0.0 a ask 1 wait 0.3\n 0.05 a told 1 error\n");
judge('when its time was over', "0.0 a ask 1 wait 0.03\n 0.05 a told 1 error\n");
judge('when a server was slow', "0.0 a ask 1 try\n 0.3 a told 1 error\n");
judge('when something had been done', "0.0 a ask 1 try\n 0.05 a told 1 error\n", [new Fault('sooner', 0.01, 0.5)]);

$had = "0.0 a ask 1 try\n 0.1 a told 1 true 2.1\n 0.5 a giving 1\n";
judge('a release without a fault', $had."0.55 a gave 1 error\n");
judge('it was slow', $had."0.8 a gave 1 error\n");
judge('the lifetime was over', "0.0 a ask 1 try\n 0.1 a told 1 true 0.4\n 0.5 a giving 1\n 0.55 a gave 1 error\n");
judge('a release when something had been done', $had."0.55 a gave 1 error\n", [new Fault('sooner', 0.01, 0.9)]);

echo "--- error, forked\n";
$fork = [new Fault('fork', 0.0, 1.0)];
$asks = "0.0 af ask 1 forked\n";
judge('it can have it', $asks."0.1 af told 1 true 2.1\n", $fork, forks: true);
judge('it throws', $asks."0.1 af told 1 error\n", $fork, forks: true);
judge('with the connection of its parent', $asks."0.1 af told 1 error\n", $fork);
$refused = "0.1 af told 1 true 2.1\n 0.2 af giving 1\n 0.3 af gave 1 error\n";
judge('its release throws', $asks.$refused, $fork, forks: true);
$another = "0.1 bf ask 1 forked\n 0.2 bf told 1 true\n";
judge('a busy machine, once', $asks."0.6 af told 1 error\n".$another, $fork, forks: true);
judge('and always', $asks."0.6 af told 1 error\n", $fork, forks: true);

echo "--- asleep\n";
$waits = fn (string $end, string $result) => "0.2 b ask 1 wait 3.0\n $end b told 1 $result\n";
judge('wakes up', $given.$waits('0.7', 'true'));
judge('wakes up when it asks again', $given.$waits('1.6', 'true'));
judge('sleeps', $given.$waits('1.9', 'true'));
judge('another one had it meanwhile', $given.$waits('1.9', 'true')."0.9 c ask 1 try\n 1.0 c told 1 true 2\n"
    ."1.2 c giving 1\n 1.3 c gave 1 true\n");
judge('another one waits, too', $given.$waits('1.9', 'true')."0.3 c ask 1 wait 3\n 1.95 c told 1 false\n");
judge('both sleep', $given.$waits('1.9', 'true')."1.91 b giving 1\n 1.92 b gave 1 true\n"
    ."0.3 c ask 1 wait 3\n 2.2 c told 1 true 3\n");
judge('the server was away', $given.$waits('2.3', 'true'), [new Fault('away', 0.5, 0.8)]);
judge('it was stopped', $given."0.3 b stopped\n 1.5 b continued\n".$waits('1.9', 'true'));
judge('it never comes back', $given."0.2 b ask 1 wait 3.0\n 3.0 b killed\n");

echo "--- deadline\n";
$owner = "0.0 a ask 1 try\n 0.1 a told 1 true 9.0\n";
$limited = fn (string $end) => "0.2 b ask 1 wait 1.0\n $end b told 1 false\n";
judge('in time', $owner.$limited('1.2'));
judge('a client that had to give up', $owner.$limited('1.75'));
judge('late', $owner.$limited('2.0'));
judge('of a slow network', $owner.$limited('2.0'), [new Fault('slow', 0, 2.0, 0.3)]);
judge('it was stopped', $owner."0.5 b stopped\n 1.5 b continued\n".$limited('2.2'));

echo "--- recovery\n";
$ended = "9 a ended 0\n 9 b ended 0\n";
$again = fn (string $worker, string $t) => "$t $worker ask 7 try\n $t $worker told 7 true 1\n $t $worker giving 7\n"
    ."$t $worker gave 7 true\n";
$fault = [new Fault('away', 0.0, 1.0)];
judge('both', $again('a', '1.1').$again('b', '3.9').$ended, $fault);
judge('one is late', $again('a', '1.1').$again('b', '4.1').$ended, $fault);
judge('one never', $again('a', '1.1').$again('b', '0.5').$ended, $fault);
judge('it was killed', $again('a', '1.1')."0.5 b killed\n".$ended, $fault);

echo "--- crash, leak\n";
judge('status', "1 a ended 139\n");
judge('words', "1 a ended 0 Warning:\n");
judge('killed', "0.5 a killed\n 1 a ended 137\n");
judge('without an answer', "0.0 a ask 1 try\n 1 a ended 0\n");
judge('killed before its answer', "0.0 a ask 1 try\n 0.5 a killed\n 1 a ended 137\n");
judge('forked, without an answer', "0.0 af ask 1 forked\n");
judge('forked, and killed', "0.0 af ask 1 forked\n 0.5 af killed\n");
judge('connected', "0.5 a open 8\n 1 a open 12\n");
judge('descriptors', "0.5 a open 8\n 1 a open 13\n");
?>
--EXPECT--
--- dishonest
somebody has it
    nothing
nobody has it
    dishonest: b#1 was false
it is being released
    nothing
its owner was killed
    nothing
long ago
    dishonest: b#1 was false
the release failed
    error: a#1 was not given back:
another one was not answered
    nothing
long ago
    dishonest: b#1 was false
its request was late
    nothing
nobody could hear it
    dishonest: b#1 was false
they could when it asked
    nothing
or before it was told
    nothing
its own lock
    nothing
both refused
    dishonest: a#1 was false
    dishonest: b#1 was false
by members of a quorum
    nothing
again and again by members of a quorum
    dishonest: all were refused for 4.10 s, by nothing but each other
while another one waits
    dishonest: b#1 was false
    asleep: a#1 waited beside a free lock for 1.40 s
when it has just been woken
    nothing
while another one, woken, waits for the answer of a member
    nothing
without a fault
    dishonest: b#1 was false
long before it was woken
    dishonest: c#1 was false
of a quorum, one attempt after another
    nothing
before anything was lost
    dishonest: c#1 was false
while another one is stopped that waits
    nothing
or that has waited for too long
    dishonest: a#1 was false
or that the server gave it in the last moment
    dishonest: a#1 was false
long before that
    dishonest: a#1 was false
    dishonest: b#1 was false
alone with a quorum
    dishonest: b#1 was false
it was put off
    nothing
its owner was killed putting it off
    nothing
it was not
    dishonest: b#1 was false
long after that
    dishonest: b#1 was false
it had been before
    dishonest: b#1 was false
it has no lifetime
    nothing
--- error
before anything was done
    error: a#1 threw
without a fault
    error: a#1 threw
when its time was over
    nothing
when a server was slow
    nothing
when something had been done
    nothing
a release without a fault
    error: a#1 was not given back:
it was slow
    nothing
the lifetime was over
    nothing
a release when something had been done
    nothing
--- error, forked
it can have it
    nothing
it throws
    error: af#1, forked, threw
with the connection of its parent
    nothing
its release throws
    error: af#1, forked, was not given back:
a busy machine, once
    nothing
and always
    error: af#1, forked, threw
--- asleep
wakes up
    nothing
wakes up when it asks again
    nothing
sleeps
    asleep: b#1 waited beside a free lock for 1.30 s
another one had it meanwhile
    nothing
another one waits, too
    asleep: b#1 waited beside a free lock for 1.30 s
both sleep
    asleep: b#1 waited beside a free lock for 1.30 s
the server was away
    nothing
it was stopped
    nothing
it never comes back
    asleep: b#1 waited beside a free lock for 2.40 s
--- deadline
in time
    nothing
a client that had to give up
    nothing
late
    deadline: b#1, false, took 1.80 s and not 1.00
of a slow network
    nothing
it was stopped
    nothing
--- recovery
both
    nothing
one is late
    recovery: b had it after 3.10 s
one never
    recovery: b never had the lock again
it was killed
    nothing
--- crash, leak
status
    crash: a ended with status 139
words
    crash: a ended with status 0: Warning:
killed
    nothing
without an answer
    crash: a#1 was never answered
killed before its answer
    nothing
forked, without an answer
    crash: af#1 was never answered
forked, and killed
    nothing
connected
    nothing
descriptors
    leak: a had 8 descriptors, and then 13
