--TEST--
MysqlStore by DSN: what stands under any name of a password is in no message and no trace
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
require __DIR__.'/../../inc/storage-error.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

const SECRET = 'sesame-open';
$nobody = (string) free_port();
foreach (['password', 'password ', ' Password', 'pass', 'PWD', 'passwd', 'sslpassword', 'auth_token'] as $name) {
    foreach ([
        "host=127.0.0.1;port=$nobody;$name=".SECRET,
        "$name=".SECRET.";;'x;host=127.0.0.1;port=$nobody;user=u",
    ] as $i => $pairs) {
        $lock = new Lock(new Key('r'), new MysqlStore("mysql:$pairs"));
        group(
            "\"$name\", ".($i ? 'first' : 'last'),
            fn () => storage_error($name, [SECRET], ["127.0.0.1:$nobody", 'refused'], fn () => $lock->acquire()),
        );
    }
}
?>
--EXPECT--
ok: "password", last
ok: "password", first
ok: "password ", last
ok: "password ", first
ok: " Password", last
ok: " Password", first
ok: "pass", last
ok: "pass", first
ok: "PWD", last
ok: "PWD", first
ok: "passwd", last
ok: "passwd", first
ok: "sslpassword", last
ok: "sslpassword", first
ok: "auth_token", last
ok: "auth_token", first
