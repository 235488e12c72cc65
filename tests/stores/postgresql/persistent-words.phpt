--TEST--
PostgreSqlStore: "persistent" in a DSN or URL is a boolean, as with the other native clients; anything else is refused
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$watcher = pg_pdo();
$name = unique();
$dsn = fn (string $value) => pg_dsn(['application_name' => $name, 'persistent' => $value]);
$url = fn (string $value) => pg_url('postgresql', "?application_name=$name&persistent=".urlencode($value));

/** Whether the session is there when its store is gone, after so many seconds at the latest. */
$stays = function (object $store, float $seconds) use ($watcher, $name) {
    $lock = new Lock(new Key(unique()), $store);
    $lock->acquire();
    $lock->release();
    unset($lock, $store);
    $count = fn () => (int) $watcher->query(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = '$name'",
    )->fetchColumn();

    return !eventually(fn () => 0 === $count(), $seconds);
};

group('off', function () use ($stays, $dsn, $url) {
    foreach (['0', 'false', 'FALSE', 'off', 'Off', 'no', ''] as $value) {
        same("'$value' in a DSN", false, $stays(new PostgreSqlStore($dsn($value)), 5.0));
        same("'$value' in a URL", false, $stays(new PostgreSqlStore($url($value)), 5.0));
    }
});

group('refused', function () use ($dsn, $url) {
    foreach (['2', 'of', 'o', 'none', '-1', '00', ' 1'] as $value) {
        foreach ([
            'DSN' => fn () => new PostgreSqlStore($dsn("'$value'")),
            'URL' => fn () => new PostgreSqlStore($url($value)),
            'Doctrine URL' => fn () => new DoctrineDbalPostgreSqlStore($url($value)),
        ] as $how => $make) {
            raises("'$value' in a $how", InvalidArgumentException::class, '"persistent" must be a boolean', $make);
        }
    }
});

// These stay.
group('on', function () use ($stays, $dsn) {
    $options = ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]];
    same('an attribute beside it', true, $stays(new PostgreSqlStore($dsn('off'), $options), 0.2));
    foreach (['1', 'true', 'on', 'YES'] as $value) {
        same("'$value' in a DSN", true, $stays(new PostgreSqlStore($dsn($value)), 0.2));
    }
});
?>
--EXPECT--
ok: off
ok: refused
ok: on
