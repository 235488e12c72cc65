--TEST--
PdoStore: a \PDO of SQLite with ERRMODE_WARNING does not warn of what is asked to find out whether it is in a transaction
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

[$warnings, $level] = [[], error_reporting()];
set_error_handler(function (int $level, string $text) use (&$warnings): bool {
    $warnings[] = $text;

    return true;
});
$pdo = sql_pdo('sqlite');
$store = new PdoStore($pdo, ['db_table' => 'locks'], 1);
$store->createTable();
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_WARNING);
$pdo->exec('BEGIN IMMEDIATE');
$lock = new Lock(new Key('r'), $store, 1.0, false);
group('pruning', function () use ($lock, &$warnings) {
    same('acquired', true, $lock->acquire());
    same('warnings', [], $warnings);
});
group('a renewal', function () use ($lock, $pdo, &$warnings) {
    $kept = new KeepAlive($lock);
    for ($end = now() + 0.8; now() < $end;) {
    }
    $kept->stop();
    same('warnings', [], $warnings);
});
$pdo->exec('COMMIT');
group('of others it does', function () use ($pdo, $level, &$warnings) {
    $pdo->exec('PRAGMA temp.synchronous = FULL');
    $pdo->exec('BEGIN; PRAGMA temp.synchronous = FULL');
    same('warnings', 1, count($warnings));
    same('level', $level, error_reporting());
});
?>
--EXPECT--
ok: pruning
ok: a renewal
ok: of others it does
