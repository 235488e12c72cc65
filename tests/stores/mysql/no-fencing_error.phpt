--TEST--
MysqlStore: asked for fencing tokens, which locks of MySQL do not have, it refuses at once
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\MysqlStore;

$dsn = 'mysql:host=nowhere.invalid;dbname=db';
foreach ([
    'option' => fn () => new MysqlStore($dsn, ['fencing' => true]),
    'DSN' => fn () => new MysqlStore("$dsn;fencing=1"),
    'URL' => fn () => new MysqlStore('mysql+advisory://u:p@nowhere.invalid/db?fencing=1'),
] as $way => $make) {
    raises($way, InvalidArgumentException::class, '"fencing": locks of this database have no fencing tokens.', $make);
}
raises(
    'no bool',
    TypeError::class,
    'must have an option "fencing" of type bool, int given',
    fn () => new MysqlStore($dsn, ['fencing' => 1]),
);
same('not asked for them', MysqlStore::class, (new MysqlStore($dsn, ['fencing' => false]))::class);
?>
--EXPECT--
ok: option
ok: DSN
ok: URL
ok: no bool
ok: not asked for them
