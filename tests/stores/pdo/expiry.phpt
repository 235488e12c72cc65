--TEST--
PdoStore: a lock ends for others not before it ends for its holder, whoever has written it and whoever looks
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

/**
 * Saves $n locks for a second at different fractions of it, and returns how early others could have taken any of them.
 */
const SAVE = <<<'CODE'
    $store = new Symfony\Component\Lock\Store\PdoStore(
        $pdo = new PDO($argv[1], $argv[2], $argv[3]),
        ['db_table' => $argv[4]],
        0,
        100,
    );
    for ($i = 0; $i < 10; ++$i) {
        usleep(73_000);
        $before = microtime(true);
        $store->save($key = new Symfony\Component\Lock\Key($argv[5]." $i"));
        echo $before, ' ',
            $pdo->query(
                "SELECT key_expiration FROM $argv[4] WHERE key_id = '".hash('sha256', $argv[5]." $i")."'",
            )->fetchColumn(),
            "\n";
    }
    CODE;

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    drop_table_at_the_end($kind);
    (new PdoStore(sql_pdo($kind), ['db_table' => table()]))->createTable();
    foreach (['slock' => 0.0, '7.4' => 0.5] as $with => $tolerance) {
        $lines = Child::start(
            'ini_set("precision", 17);'.SAVE,
            (string) $with,
            sql_extensions($kind),
            [],
            [sql_dsn($kind), sql_user($kind) ?? '', sql_password($kind) ?? '', table(), "by $with"],
        )->finish();
        $early = [];
        foreach (array_filter(explode("\n", $lines)) as $line) {
            [$before, $expiry] = explode(' ', $line);
            $early[] = $before + 100 - (float) $expiry;
        }
        check(
            "$kind, written by $with: ".(
                'slock' === $with || 'sqlite' === $kind ? 'never early' : 'up to half a second early'
            ),
            10 === count($early)
                && max($early) <= ('sqlite' === $kind && '7.4' === $with ? 0.002 : $tolerance)
                && min($early) > -1.2,
            $lines,
        );
    }

    // A row that ends now: its owner may have rounded up to half a second off.
    $pdo = sql_pdo($kind);
    $now = [
        'sqlite' => "(julianday('now') - 2440587.5) * 86400.0",
        'mysql' => 'UNIX_TIMESTAMP(NOW(6))',
        'pgsql' => 'EXTRACT(epoch FROM clock_timestamp())',
    ][$kind];
    $store = new PdoStore($pdo, ['db_table' => table()], 0);
    group("$kind: taking over", function () use ($pdo, $store, $now, $kind) {
        // Again where the machine was too slow to ask in that half of a second.
        for ($try = 0, $quick = false; !$quick && $try < 20; ++$try) {
            $store->save($key = new Key("ends $kind $try"));
            $other = new Key("ends $kind $try");
            $row = table()." WHERE key_id = '".hash('sha256', "ends $kind $try")."'";
            // From the beginning of a second, so that the fraction is known.
            usleep((int) (1e6 * (1.02 - fmod(microtime(true), 1))));
            $second = floor(microtime(true));
            $pdo->exec(str_replace(
                ' WHERE',
                " SET key_expiration = FLOOR($now) ".('sqlite' === $kind ? '+ 0.3' : '').' WHERE',
                "UPDATE $row",
            ));
            $held = $store->exists($key);
            $saved = outcome(fn () => $store->save($other));
            $putOff = outcome(fn () => $store->putOffExpiration($other, 5));
            (new PdoStore($pdo, ['db_table' => table()], 1))->save(new Key("prunes $kind $try"));
            $rows = (int) $pdo->query("SELECT COUNT(*) FROM $row")->fetchColumn();
            $quick = microtime(true) < $second + 0.45;
        }
        check('quick enough once', $quick);
        if ('sqlite' !== $kind) {
            same('not held for its owner', false, $held);
        }
        same('but not free yet', LockConflictedException::class.': ', $saved);
        same('nor by putting off', LockConflictedException::class.': ', $putOff);
        same('nor pruned', 1, $rows);
        usleep(650_000);
        $store->save($other);
        same('then it is', true, $store->exists($other));
        raises(
            'and gone for its owner',
            LockConflictedException::class,
            null,
            fn () => $store->putOffExpiration($key, 5),
        );
    });
}

// In a transaction, PostgreSQL's NOW() is when it began.
group('pgsql: a long transaction', function () {
    $pdo = sql_pdo('pgsql');
    $pdo->beginTransaction();
    $pdo->query('SELECT 1')->fetchAll();
    usleep(1_200_000);
    $store = new PdoStore($pdo, ['db_table' => table()], 0, 2);
    $store->save($key = new Key('late'));
    between(
        'the whole time',
        2,
        3.1,
        (float) $pdo->query(
            "SELECT key_expiration - EXTRACT(epoch FROM clock_timestamp()) FROM ".table()." WHERE key_id = '"
                .hash('sha256', 'late')."'",
        )->fetchColumn() + 0.05,
    );
    $pdo->rollBack();
});
?>
--EXPECT--
ok: sqlite, written by slock: never early
ok: sqlite, written by 7.4: never early
ok: sqlite: taking over
ok: mysql, written by slock: never early
ok: mysql, written by 7.4: up to half a second early
ok: mysql: taking over
ok: pgsql, written by slock: never early
ok: pgsql, written by 7.4: up to half a second early
ok: pgsql: taking over
ok: pgsql: a long transaction
