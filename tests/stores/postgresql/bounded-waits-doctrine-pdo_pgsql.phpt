--TEST--
DoctrineDbalPostgreSqlStore through pdo_pgsql: a wait in the server leaves the session as it was
--EXTENSIONS--
pdo
pdo_pgsql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/bounded-waits.inc';

$connection = dbal('pdo_pgsql');
waits_bounded_in_the_server(
    new Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore($connection),
    fn ($sql) => $connection->fetchOne($sql),
);
?>
--EXPECT--
ok: lock_timeout = 0: what was set is set
ok: lock_timeout = 2345ms: what was set is set
ok: in a transaction nothing waits in the server, and it goes on
ok: a reader becomes the writer when the others have gone
ok: a time limit for statements, shorter than one bounded wait
