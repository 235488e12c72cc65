--TEST--
The advisory stores, every way to reach a server: wrong host, port, password, user, database, missing permission are told with the server and its words
--EXTENSIONS--
ctype
mysqlnd
mysqli
pdo
pdo_mysql
pdo_pgsql
pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('own mariadb', 'own postgresql');
need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=2
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';
require __DIR__.'/../../inc/storage-error.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

own_servers('MYSQL', 'PGSQL');
$nobody = (string) free_port();
/** @var Closure(array): string $url */
$url = fn (string $scheme, array $at) => "$scheme://$at[user]:$at[password]@$at[host]:$at[port]/$at[dbname]";
$dsn = fn (string $driver, array $at, bool $all = true) => "$driver:host=$at[host];port=$at[port];dbname=$at[dbname]"
    .($all ? ";user=$at[user];password=$at[password]" : '');
$doctrine = function (string $driver, array $at) {
    require_once 'Doctrine/DBAL/autoload.php';

    return Doctrine\DBAL\DriverManager::getConnection(
        [
            'driver' => $driver,
            'serverVersion' => str_contains($driver, 'my') ? 'mariadb-10.11.0' : '15',
        ] + ['port' => (int) $at['port']] + $at,
    );
};
// name => [makes the store, whether its messages name the server, whether this driver of the user's shows arguments of
// its own]
$ways = [
    'mysql' => [
        'DSN' => [fn ($at) => new MysqlStore($dsn('mysql', $at)), true],
        'options' => [
            fn ($at) => new MysqlStore($dsn('mysql', $at, false), [
                'db_username' => $at['user'],
                'db_password' => $at['password'],
            ]),
            true,
        ],
        'URL' => [fn ($at) => new MysqlStore($url('mysql', $at)), true],
        'URL, without Doctrine' => [fn ($at) => new DoctrineDbalMysqlStore($url('mysql+advisory', $at)), true],
        'URL, with Doctrine' => [
            fn ($at) => $doctrine('pdo_mysql', $at) ? new DoctrineDbalMysqlStore($url('mysql+advisory', $at)) : null,
            true,
        ],
        'a Doctrine connection' => [fn ($at) => new DoctrineDbalMysqlStore($doctrine('pdo_mysql', $at)), false],
        'a Doctrine connection by mysqli' => [fn ($at) => new DoctrineDbalMysqlStore($doctrine('mysqli', $at)), false],
    ],
    'pgsql' => [
        'DSN' => [fn ($at) => new PostgreSqlStore($dsn('pgsql', $at)), true],
        'options' => [
            fn ($at) => new PostgreSqlStore($dsn('pgsql', $at, false), [
                'db_username' => $at['user'],
                'db_password' => $at['password'],
            ]),
            true,
        ],
        'URL' => [fn ($at) => new DoctrineDbalPostgreSqlStore($url('postgresql+advisory', $at)), true],
        'a Doctrine connection' => [fn ($at) => new DoctrineDbalPostgreSqlStore($doctrine('pdo_pgsql', $at)), false],
        'a Doctrine connection by pgsql' => [
            fn ($at) => new DoctrineDbalPostgreSqlStore($doctrine('pgsql', $at)),
            false,
            true,
        ],
    ],
];
foreach ($ways as $kind => $of_kind) {
    $of = 'mysql' === $kind ? my(...) : pg(...);
    $right = [
        'host' => $of('HOST'),
        'port' => $of('PORT'),
        'user' => $of('USER'),
        'password' => $of('PASSWORD'),
        'dbname' => $of('DB'),
    ];
    $cases = [
        'wrong host' => [['host' => 'nowhere.invalid'], ['getaddrinfo', 'translate host', 'not known']],
        'wrong port' => [['port' => $nobody], ['refused']],
        'wrong password' => [['password' => 'my-wrong-secret'], ['Access denied', 'password authentication failed']],
        'wrong user' => [['user' => 'nobody_here'], ['Access denied', 'password authentication failed']],
        'wrong database' => [['dbname' => 'no_such_db'], ['Unknown database', 'Access denied', 'does not exist']],
    ];
    if ('pgsql' === $kind) {
        $cases['no permission'] = [
            ['user' => pg('WEAK_USER'), 'password' => pg('WEAK_PASSWORD')],
            ['permission denied'],
        ];
    }
    foreach ($of_kind as $way => $row) {
        [$make, $names, $shows] = [...$row, false];
        group("$kind, $way", function () use ($make, $names, $shows, $right, $cases) {
            foreach ($cases as $what => [$with, $words]) {
                $at = $with + $right;
                $lock = new Lock(new Key(unique()), $make($at));
                foreach ([[false], [true, 1.0]] as $arguments) {
                    storage_error(
                        $what,
                        $shows ? [] : [$at['password'], $right['password']],
                        [$words, ...($names ? ["$at[host]:$at[port]"] : [])],
                        fn () => $lock->acquire(...$arguments),
                    );
                }
                same("$what: not acquired", false, $lock->isAcquired());
                same("$what: nothing to release", null, $lock->release());
            }
        });
    }
}
?>
--EXPECT--
ok: mysql, DSN
ok: mysql, options
ok: mysql, URL
ok: mysql, URL, without Doctrine
ok: mysql, URL, with Doctrine
ok: mysql, a Doctrine connection
ok: mysql, a Doctrine connection by mysqli
ok: pgsql, DSN
ok: pgsql, options
ok: pgsql, URL
ok: pgsql, a Doctrine connection
ok: pgsql, a Doctrine connection by pgsql
