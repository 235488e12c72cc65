--TEST--
PdoStore: a password that the server repeats, as the name of a user, is not shown
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=2
--FILE--
<?php
require __DIR__.'/failures.inc';

use Symfony\Component\Lock\Store\PdoStore;

foreach (['mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $store = new PdoStore(sql_dsn($kind), [
            'db_username' => 'same-secret',
            'db_password' => 'same-secret',
            'db_table' => table().'_failing',
        ]);
        fails('the name of a user', $store, ['***'], 'dbname='.setting(strtoupper($kind).'_DB'), ['same-secret']);
    });
}
?>
--EXPECT--
ok: mysql
ok: pgsql
