--TEST--
Doctrine's schema: the table of a store on the same database belongs to it, and is there as the schema wants it
--EXTENSIONS--
ctype
mbstring
tokenizer
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('postgresql', 'mariadb');
need_packaged('Symfony/Bridge/Doctrine/SchemaListener/LockStoreSchemaListener.php');
need_file('Doctrine/ORM/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require_once 'Symfony/Bridge/Doctrine/autoload.php';
require_once 'Symfony/Component/Cache/autoload.php';
require_once 'Doctrine/ORM/autoload.php';

use Doctrine\ORM\Tools\SchemaTool;
use Symfony\Bridge\Doctrine\SchemaListener\LockStoreSchemaListener;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\InMemoryStore;

$directory = temporary_directory();
$other = ['driver' => 'pdo_sqlite', 'path' => "$directory/other"];
foreach ([
    'SQLite' => ['driver' => 'pdo_sqlite', 'path' => "$directory/file"],
    'PostgreSQL' => dbal('pdo_pgsql')->getParams(),
    'MariaDB' => dbal('pdo_mysql')->getParams(),
] as $database => $parameters) {
    echo "$database\n";
    $prefix = 's'.bin2hex(random_bytes(6));
    $configuration = Doctrine\ORM\ORMSetup::createAttributeMetadataConfiguration([], true, $directory);
    // As in an application that has tables which are none of Doctrine's: those of other tests are there too.
    $configuration->setSchemaAssetsFilter(fn ($name) => str_starts_with($name, $prefix));
    $connection = Doctrine\DBAL\DriverManager::getConnection($parameters, $configuration);
    $events = new Doctrine\Common\EventManager();
    $tool = new SchemaTool(new Doctrine\ORM\EntityManager($connection, $configuration, $events));
    $store = new DoctrineDbalStore($connection, ['db_table' => "{$prefix}_locks"]);
    $events->addEventListener('postGenerateSchema', new LockStoreSchemaListener([
        new InMemoryStore(),
        $store,
        new DoctrineDbalStore(
            Doctrine\DBAL\DriverManager::getConnection($other),
            ['db_table' => "{$prefix}_elsewhere"],
        ),
        new DoctrineDbalStore($connection, ['db_table' => "no_$prefix"]),
    ]));
    $tables = fn () => array_map(fn ($table) => $table->getName(), $tool->getSchemaFromMetadata([])->getTables());
    same('its table only', ["{$prefix}_locks"], array_values($tables()));
    $tool->createSchema([]);
    same('there is nothing to change', [], $tool->getUpdateSchemaSql([]));
    $lock = (new LockFactory($store))->createLock(unique());
    check('a lock in it', $lock->acquire());
    same('one row', 1, (int) $connection->fetchOne("SELECT COUNT(*) FROM {$prefix}_locks"));
    $lock->release();
    same('there is still nothing to change', [], $tool->getUpdateSchemaSql([]));
    $tool->dropDatabase();
    same('dropped with the rest', count($tool->getCreateSchemaSql([])), count($tool->getUpdateSchemaSql([])));
}
same('nothing from PHP', [], php_classes());
?>
--EXPECT--
SQLite
ok: its table only
ok: there is nothing to change
ok: a lock in it
ok: one row
ok: there is still nothing to change
ok: dropped with the rest
PostgreSQL
ok: its table only
ok: there is nothing to change
ok: a lock in it
ok: one row
ok: there is still nothing to change
ok: dropped with the rest
MariaDB
ok: its table only
ok: there is nothing to change
ok: a lock in it
ok: one row
ok: there is still nothing to change
ok: dropped with the rest
ok: nothing from PHP
