--TEST--
PdoStore: on Oracle, by the package's clock, which counts the seconds of a day twice, no lock ends early, at midnight neither
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

const CLOCK =
    "((CAST(systimestamp AT TIME ZONE 'UTC' AS DATE) - DATE '1970-01-01') * 86400 + TO_NUMBER(TO_CHAR(systimestamp AT TIME ZONE 'UTC', 'SSSSS.FF')))";

/** SQLite in the clothes of Oracle: its clock says what Oracle's says at the time that is set. */
final class Oracle extends PDO
{
    public static float $time;

    public function __construct()
    {
        parent::__construct('sqlite::memory:');
        @$this->sqliteCreateFunction('CEIL', 'ceil', 1);
        // A DATE has whole seconds, and with them a fraction of a day; and then the seconds of the day follow.
        @$this->sqliteCreateFunction('CLOCK', static fn () => floor(self::$time) + fmod(self::$time, 86400), 0);
    }

    public function getAttribute(int $attribute): mixed
    {
        return PDO::ATTR_DRIVER_NAME === $attribute ? 'oci' : parent::getAttribute($attribute);
    }

    public function exec(string $statement): int|false
    {
        return parent::exec(str_replace(CLOCK, 'CLOCK()', $statement));
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$arguments): PDOStatement|false
    {
        return parent::query(str_replace(CLOCK, 'CLOCK()', $query));
    }
}

// 2026-01-01 00:00:00 UTC
const MIDNIGHT = 1_767_225_600;

foreach ([300 => 2, 10_000 => 2, 200_000 => 86_402] as $ttl => $longer) {
    foreach (['noon' => 43_200, 'before midnight' => -10, 'at midnight' => 0] as $when => $second) {
        foreach ([0.0, 0.25, 0.999] as $fraction) {
            group("$ttl s, $when, $fraction", function () use ($ttl, $longer, $when, $second, $fraction) {
                $store = new PdoStore($pdo = new Oracle(), [], 0, $ttl);
                $store->createTable();
                $at = function (float $after) use ($second, $fraction) {
                    Oracle::$time = MIDNIGHT + $second + $fraction + $after;
                };
                $at(0);
                $store->save($key = new Key('r'));
                $early = [];
                // Also at the last moment of the day, when the clock says most.
                $moments = [...range(0, $ttl - 1, $ttl / 100), $ttl - 0.001, 9.0009, 43_199.9];
                foreach (array_filter($moments, fn ($after) => $after < $ttl) as $after) {
                    $at($after);
                    $by_us = outcome(fn () => $store->save(new Key('r')));
                    // What the package's statements say of a row that is not their own.
                    $by_the_package = $pdo->query('SELECT key_expiration <= CLOCK() FROM lock_keys')->fetchColumn();
                    if (LockConflictedException::class.': ' !== $by_us || $by_the_package || !$store->exists($key)) {
                        $early[] = $after;
                    }
                }
                same('it ended early', [], $early);
                if ('noon' === $when) {
                    $at($ttl + $longer);
                    same('it ended', false, $store->exists($key));
                    same('it can be had', 'NULL', outcome(fn () => $store->save(new Key('r'))));
                }
            });
        }
    }
}
?>
--EXPECT--
ok: 300 s, noon, 0
ok: 300 s, noon, 0.25
ok: 300 s, noon, 0.999
ok: 300 s, before midnight, 0
ok: 300 s, before midnight, 0.25
ok: 300 s, before midnight, 0.999
ok: 300 s, at midnight, 0
ok: 300 s, at midnight, 0.25
ok: 300 s, at midnight, 0.999
ok: 10000 s, noon, 0
ok: 10000 s, noon, 0.25
ok: 10000 s, noon, 0.999
ok: 10000 s, before midnight, 0
ok: 10000 s, before midnight, 0.25
ok: 10000 s, before midnight, 0.999
ok: 10000 s, at midnight, 0
ok: 10000 s, at midnight, 0.25
ok: 10000 s, at midnight, 0.999
ok: 200000 s, noon, 0
ok: 200000 s, noon, 0.25
ok: 200000 s, noon, 0.999
ok: 200000 s, before midnight, 0
ok: 200000 s, before midnight, 0.25
ok: 200000 s, before midnight, 0.999
ok: 200000 s, at midnight, 0
ok: 200000 s, at midnight, 0.25
ok: 200000 s, at midnight, 0.999
