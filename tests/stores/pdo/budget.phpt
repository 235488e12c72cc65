--TEST--
PdoStore and DoctrineDbalStore: every step of a lock's life is one statement on the wire, however they reach the database
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

// PostgreSQL answers a Sync: what stands before it is one round trip, as one Query is.
function cycle(string $what, SqlProxy $proxy, object $store): void
{
    $factory = new LockFactory($store);
    $other = $factory->createLock('other', 30);
    $other->acquire();    // connects and makes the table
    $locks = new ArrayObject([$factory->createLock('budget', 30), $factory->createLock('budget', 30)]);
    $steps = [
        'acquire' => fn () => $locks[0]->acquire(),
        'refresh' => fn () => $locks[0]->refresh(),
        'isAcquired' => fn () => $locks[0]->isAcquired(),
        'again' => fn () => $locks[0]->acquire(),
        'refused' => fn () => $locks[1]->acquire(),
        'release' => fn () => $locks[0]->release(),
        'waiting' => fn () => $locks[1]->acquire(true),
        'destructor' => fn () => $locks->exchangeArray([]),
    ];
    echo "$what:";
    foreach ($steps as $name => $step) {
        echo " $name ",
            implode('+', array_map(fn ($m) => substr(strstr($m, ' '), 1), $proxy->heard($step))) ?: 'nothing', ',';
    }
    echo ' release ',
        implode('+', array_map(fn ($m) => substr(strstr($m, ' '), 1), $proxy->heard(fn () => $other->release()))), "\n";
}

foreach (['mysql', 'pgsql'] as $kind) {
    drop_table_at_the_end($kind);
    $proxy = new SqlProxy($kind);
    $pdo = fn (array $options = []) => new PDO($proxy->dsn(), sql_user($kind), sql_password($kind), $options);
    $table = ['db_table' => table()];
    cycle("$kind DSN", $proxy, new PdoStore($proxy->dsn(), sql_options($kind), 0));
    cycle("$kind PDO", $proxy, new PdoStore($pdo(), $table, 0));
    cycle("$kind PDO, native prepares", $proxy, new PdoStore($pdo([PDO::ATTR_EMULATE_PREPARES => false]), $table, 0));
    cycle(
        "$kind DBAL",
        $proxy,
        new DoctrineDbalStore(
            sql_dbal(
                $kind,
                ['host' => '127.0.0.1', 'port' => $proxy->port] + (
                    'pgsql' === $kind ? ['sslmode' => 'disable', 'gssencmode' => 'disable'] : []
                ),
            ),
            $table,
            0,
        ),
    );
    cycle("$kind URL", $proxy, new DoctrineDbalStore($proxy->url(), $table, 0));
    cycle("$kind DSN, always pruning", $proxy, new PdoStore($proxy->dsn(), sql_options($kind), 1));
}
?>
--EXPECT--
mysql DSN: acquire QUERY, refresh QUERY, isAcquired QUERY, again QUERY, refused QUERY, release QUERY, waiting QUERY, destructor QUERY, release QUERY
mysql PDO: acquire QUERY, refresh QUERY, isAcquired QUERY, again QUERY, refused QUERY, release QUERY, waiting QUERY, destructor QUERY, release QUERY
mysql PDO, native prepares: acquire QUERY, refresh QUERY, isAcquired QUERY, again QUERY, refused QUERY, release QUERY, waiting QUERY, destructor QUERY, release QUERY
mysql DBAL: acquire QUERY, refresh QUERY, isAcquired QUERY, again QUERY, refused QUERY, release QUERY, waiting QUERY, destructor QUERY, release QUERY
mysql URL: acquire QUERY, refresh QUERY, isAcquired QUERY, again QUERY, refused QUERY, release QUERY, waiting QUERY, destructor QUERY, release QUERY
mysql DSN, always pruning: acquire QUERY+QUERY, refresh QUERY, isAcquired QUERY, again QUERY+QUERY, refused QUERY, release QUERY, waiting QUERY+QUERY, destructor QUERY, release QUERY
pgsql DSN: acquire Query, refresh Query, isAcquired Query, again Query, refused Query, release Query, waiting Query, destructor Query, release Query
pgsql PDO: acquire Query, refresh Query, isAcquired Query, again Query, refused Query, release Query, waiting Query, destructor Query, release Query
pgsql PDO, native prepares: acquire Query, refresh Query, isAcquired Query, again Query, refused Query, release Query, waiting Query, destructor Query, release Query
pgsql DBAL: acquire Query, refresh Query, isAcquired Parse+Bind+Describe+Execute+Sync, again Query, refused Query, release Query, waiting Query, destructor Query, release Query
pgsql URL: acquire Query, refresh Query, isAcquired Parse+Bind+Describe+Execute+Sync, again Query, refused Query, release Query, waiting Query, destructor Query, release Query
pgsql DSN, always pruning: acquire Query+Query, refresh Query, isAcquired Query, again Query+Query, refused Query, release Query, waiting Query+Query, destructor Query, release Query
