--TEST--
MysqlStore: a session has one word for itself, whatever character set it has for its literals
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

function session(string ...$statements): PDO
{
    $session = new PDO(my_dsn(false), my('USER'), my('PASSWORD'));
    array_map($session->exec(...), $statements);

    return $session;
}

$other = session();
$is_free = fn (string $name): bool => 1 === (int) $other
    ->query("SELECT IS_FREE_LOCK('".hash('sha256', $name)."')")
    ->fetchColumn();

foreach (['utf8mb4', 'ucs2', 'utf16', 'utf32'] as $set) {
    group("literals in $set", function () use ($set, $is_free) {
        // The session has not named itself yet.
        $store = new MysqlStore(session("SET character_set_connection = $set"));
        $lock = new Lock(new Key($name = unique()), $store, 300, false);
        same('acquired', true, $lock->acquire());
        same('held', [true, true], [$lock->isAcquired(), $lock->isAcquired()]);
        same('at the server', false, $is_free($name));
        $lock->release();
        same('released', true, $is_free($name));
    });
}
?>
--EXPECT--
ok: literals in utf8mb4
ok: literals in ucs2
ok: literals in utf16
ok: literals in utf32
