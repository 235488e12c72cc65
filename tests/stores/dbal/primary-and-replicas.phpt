--TEST--
Doctrine connections to a primary server and its replicas: locks are at the primary, whatever was asked of a replica before
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('own mariadb', 'own postgresql');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';
require __DIR__.'/../../inc/sql-table.inc';
require_once 'Doctrine/DBAL/autoload.php';

use Doctrine\DBAL\Connection;
use Doctrine\DBAL\Connections\PrimaryReadReplicaConnection;
use Doctrine\DBAL\DriverManager;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

own_servers('MYSQL', 'PGSQL');
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);

/**
 * The replica of PostgreSQL is another database, whose locks are others as well; that of MariaDB only another session.
 */
function connection(string $kind): PrimaryReadReplicaConnection
{
    [$server, $other] = 'pgsql' === $kind
        ? [
            [
                'host' => pg('HOST'),
                'port' => (int) pg('PORT'),
                'dbname' => pg('DB'),
                'user' => pg('USER'),
                'password' => pg('PASSWORD'),
            ],
            ['dbname' => pg('OTHER_DB')],
        ]
        : [
            [
                'host' => my('HOST'),
                'port' => (int) my('PORT'),
                'dbname' => my('DB'),
                'user' => my('USER'),
                'password' => my('PASSWORD'),
            ],
            [],
        ];

    return DriverManager::getConnection([
        'driver' => "pdo_$kind",
        'wrapperClass' => PrimaryReadReplicaConnection::class,
        'primary' => $server,
        'replica' => [$other + $server],
    ]);
}

$table = table();
drop_table_at_the_end('pgsql', $table);
$stores = [
    'PostgreSQL' => ['pgsql', fn (Connection $connection) => new DoctrineDbalPostgreSqlStore($connection)],
    'MySQL' => ['mysql', fn (Connection $connection) => new DoctrineDbalMysqlStore($connection)],
    'table' => ['pgsql', fn (Connection $connection) => new DoctrineDbalStore($connection, ['db_table' => $table])],
];
foreach ($stores as $what => [$kind, $make]) {
    group($what, function () use ($kind, $make, $what) {
        $reading = connection($kind);
        same(
            'the application reads from a replica',
            [1, false],
            [(int) $reading->fetchOne('SELECT 1'), $reading->isConnectedToPrimary()],
        );
        $writing = connection($kind);
        $writing->ensureConnectedToPrimary();
        $lock = new Lock($key = new Key($resource = unique()), $make($reading), 30, false);
        $other = new Lock(new Key($resource), $make($writing), 30, false);
        same('one of two', [true, false], [$lock->acquire(), $other->acquire()]);
        $reading->executeStatement('mysql' === $kind ? 'DO 1' : 'SELECT 1');
        same('the application has written: still acquired', [true, false], [$lock->isAcquired(), $other->acquire()]);
        $reading->ensureConnectedToReplica();
        same('the application reads again: still acquired', [true, false], [$lock->isAcquired(), $other->acquire()]);
        $reading->ensureConnectedToReplica();
        $lock->release();
        same('free', true, $other->acquire());
        $other->release();

        if ('table' === $what) {
            $lock->acquire();
            $reading = connection($kind);
            $reading->fetchOne('SELECT 1');
            same(
                'a key that came from elsewhere',
                true,
                (new Lock(unserialize(serialize($key)), $make($reading), 30, false))->isAcquired(),
            );
        }
    });
}
?>
--EXPECT--
ok: PostgreSQL
ok: MySQL
ok: table
