--TEST--
MongoDbStore: where a server says that it has not heard from another one, the command is sent once more, and what may have been acquired is given back
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

function refused(string $what, string $reason, Lock $lock): void
{
    $e = raises($what, LockAcquiringException::class, null, fn () => $lock->acquire());
    check("$what: the reason", str_contains(chain($e), $reason), chain($e));
}

$primary = new MongodbPrimary();
$store = new MongoDbStore("mongodb://$primary->host/a?collection=b&replicaSet=rs", ['gcProbability' => 0.0]);
$lock = fn () => new Lock(new Key(unique()), $store, 30.0, false);
$codes = [
    6 => 'HostUnreachable',
    7 => 'HostNotFound',
    89 => 'NetworkTimeout',
    91 => 'ShutdownInProgress',
    262 => 'ExceededTimeLimit',
    9001 => 'SocketException',
    11600 => 'InterruptedAtShutdown',
    11602 => 'InterruptedDueToReplStateChange',
];
same('at first', true, $lock()->acquire());
$primary->heard();
foreach ($codes as $code => $name) {
    $answers = [
        'the command' => ['ok' => 0.0, 'code' => $code, 'codeName' => $name, 'errmsg' => $name],
        'the write' => [
            'ok' => 1.0,
            'n' => 0,
            'writeErrors' => [['index' => 0, 'code' => $code, 'errmsg' => $name]],
        ],
    ];
    group($name, function () use ($primary, $lock, $answers, $name) {
        foreach ($answers as $what => $answer) {
            $primary->answers($answer);
            same("$what: once", true, $lock()->acquire());
            same("$what: once: what arrived", 'update update', $primary->heard());
            $primary->answers($answer, $answer);
            refused("$what: twice", $name, $lock());
            same("$what: twice: what arrived", 'update update delete', $primary->heard());
        }
    });
}

$unsure = ['ok' => 0.0, 'code' => 6, 'codeName' => 'HostUnreachable', 'errmsg' => 'HostUnreachable'];
$sure = ['ok' => 0.0, 'code' => 10107, 'codeName' => 'NotWritablePrimary', 'errmsg' => 'NotWritablePrimary'];
group('one that is sure after one that is not', function () use ($primary, $lock, $unsure, $sure) {
    same('connected', true, $lock()->acquire());
    $primary->heard();
    $primary->answers($unsure, $sure);
    refused('acquire', 'NotWritablePrimary', $lock());
    same('what arrived', 'update update delete', $primary->heard());
});
group('one that is sure', function () use ($primary, $lock, $sure) {
    same('connected', true, $lock()->acquire());
    $primary->heard();
    $primary->answers($sure, $sure);
    refused('acquire', 'NotWritablePrimary', $lock());
    same('what arrived', 'update update', $primary->heard());
});

group('another refusal', function () use ($primary, $lock) {
    $primary->answers(['ok' => 0.0, 'code' => 13, 'codeName' => 'Unauthorized', 'errmsg' => 'not authorized']);
    refused('of the command', 'not authorized', $lock());
    $primary->answers(['ok' => 1.0, 'n' => 0, 'writeErrors' => [['index' => 0, 'code' => 2, 'errmsg' => 'bad value']]]);
    refused('of the write', 'bad value', $lock());
    same('what arrived', 'update update', $primary->heard());
});

$taken = [
    'ok' => 1.0,
    'n' => 0,
    'writeErrors' => [['index' => 0, 'code' => 11000, 'errmsg' => 'E11000 duplicate key error']],
];
$forbidden = ['ok' => 0.0, 'code' => 13, 'codeName' => 'Unauthorized', 'errmsg' => 'not authorized'];
group('a document in the way of the second one may be that of the first', function () use (
    $primary,
    $lock,
    $unsure,
    $taken,
    $forbidden,
) {
    $primary->answers($taken);
    same('not of the first', [false, 'update'], [$lock()->acquire(), $primary->heard()]);
    $primary->answers($unsure, $taken);
    same('it is', [true, 'update update update'], [$lock()->acquire(), $primary->heard()]);
    $primary->answers($unsure, $taken, $taken);
    same('it is not', [false, 'update update update'], [$lock()->acquire(), $primary->heard()]);
    $primary->answers($unsure, $taken, $forbidden);
    refused('it is not told', 'not authorized', $lock());
    same('what arrived', 'update update update delete', $primary->heard());
});
$primary->end();
?>
--EXPECT--
ok: at first
ok: HostUnreachable
ok: HostNotFound
ok: NetworkTimeout
ok: ShutdownInProgress
ok: ExceededTimeLimit
ok: SocketException
ok: InterruptedAtShutdown
ok: InterruptedDueToReplStateChange
ok: one that is sure after one that is not
ok: one that is sure
ok: another refusal
ok: a document in the way of the second one may be that of the first
