--TEST--
MysqlStore: a lock has one name, whatever character set the session has for its literals
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

/** A lock of that name in a session of its own. */
function in_session(string $name, string ...$statements): Lock
{
    $session = new PDO(sprintf('mysql:host=%s;port=%d', my('HOST'), my('PORT')), my('USER'), my('PASSWORD'));
    array_map($session->exec(...), $statements);

    return new Lock(new Key($name), new MysqlStore($session), 300, false);
}

$sets = ['utf8mb4', 'latin1', 'ucs2', 'utf16', 'utf16le', 'utf32'];
foreach ($sets as $set) {
    group($set, function () use ($set) {
        $name = unique();
        $one = in_session($name);
        $two = in_session($name, "SET character_set_connection = $set");
        same('acquired', true, $one->acquire());
        same('by one', false, $two->acquire());
        $one->release();
        same('acquired by the other', true, $two->acquire());
        same('known to have it', [false, true], [$one->isAcquired(), $two->isAcquired()]);
        same('by one', false, $one->acquire());
        $two->release();
        same('released', true, $one->acquire());
    });
}
?>
--EXPECT--
ok: utf8mb4
ok: latin1
ok: ucs2
ok: utf16
ok: utf16le
ok: utf32
