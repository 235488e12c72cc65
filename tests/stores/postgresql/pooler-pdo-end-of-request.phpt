--TEST--
PostgreSqlStore on a persistent \PDO behind PgBouncer that pools by transaction: what is given up at the end of the request is not that of another session
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction']);
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    final class Somebody
    {
        public static PDO $pdo;
    }

    $persistent = new PDO($argv[1], null, null, [PDO::ATTR_PERSISTENT => true]);
    (new PostgreSqlStore($persistent))->saveRead(new Key('end of request'));
    // From now until after the end of the request the session is somebody else's, and the other one holds it as well.
    Somebody::$pdo = new PDO($argv[1]);
    Somebody::$pdo->beginTransaction();
    Somebody::$pdo->exec('SELECT 1');
    (new PDO($argv[1]))->exec('SELECT pg_advisory_lock_shared('.crc32('end of request').')');
    CODE;
same('says', '', Child::start($code, 'here', ['pdo', 'pdo_pgsql'], [], [$bouncer->dsn()])->finish());
same('what two sessions held, they hold', 2, pg_locks(pg_pdo(), 'end of request'));
?>
--EXPECT--
ok: says
ok: what two sessions held, they hold
