--TEST--
DoctrineDbalStore::configureSchema() adds the table to a schema of the same database, once
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

// The same with the PHP package.
twin(<<<'CODE'
    error_reporting(E_ALL & ~E_DEPRECATED);
    require 'Doctrine/DBAL/autoload.php';

    use Doctrine\DBAL\Schema\Schema;
    use Symfony\Component\Lock\Store\DoctrineDbalStore;

    $connection = Doctrine\DBAL\DriverManager::getConnection(['driver' => 'pdo_sqlite', 'memory' => true]);
    $store = new DoctrineDbalStore($connection, ['db_table' => 'some_locks', 'db_id_col' => 'an_id']);
    $yes = static fn () => true;

    $schema = new Schema();
    $returned = $store->configureSchema($schema, $yes);
    echo get_class($returned), ' ', var_export($returned === $schema, true), "\n";
    foreach ((
        new Doctrine\DBAL\Platforms\SqlitePlatform() instanceof Doctrine\DBAL\Platforms\AbstractPlatform
        ? [
            new Doctrine\DBAL\Platforms\SqlitePlatform(),
            new Doctrine\DBAL\Platforms\MySQL80Platform(),
            new Doctrine\DBAL\Platforms\PostgreSQLPlatform(),
            new Doctrine\DBAL\Platforms\OraclePlatform(),
            new Doctrine\DBAL\Platforms\SQLServerPlatform(),
        ]
        : []
    ) as $platform) {
        // Before DBAL 4 MySQL's tables got options by default.
        echo str_replace(
            ' DEFAULT CHARACTER SET utf8 COLLATE `utf8_unicode_ci` ENGINE = InnoDB',
            '',
            implode("\n", $schema->toSql($platform)),
        ),
            "\n";
    }
    $store->configureSchema($schema, $yes);
    echo count($schema->getTables()), " table\n";

    $schema = new Schema();
    $store->configureSchema($schema, function (Closure $execute) {
        echo 'asked: ', var_export($execute('CREATE TABLE probe (a INTEGER)'), true), "\n";

        return false;
    });
    echo count($schema->getTables()), " tables of another database\n";
    echo 'on its connection: ', $connection->fetchOne("SELECT name FROM sqlite_master WHERE name = 'probe'"), "\n";
    try {
        $store->configureSchema($schema, function () { throw new LogicException('from the function'); });
    } catch (LogicException $e) {
        echo $e->getMessage(), "\n";
    }
    $schema->createTable('some_locks');
    $store->configureSchema($schema, function () { echo "not asked\n"; });
    $store->createTable();
    echo $connection->fetchOne("SELECT sql FROM sqlite_master WHERE name = 'some_locks'"), "\n";
    try {
        $store->createTable();
    } catch (Throwable $e) {
        echo get_class($e), "\n";
    }
    CODE, '7.4', ['ctype', 'pdo', 'pdo_sqlite']);

// In the lines before 7.4 the second parameter could be missing.
if (is_native()) {
    error_reporting(E_ALL & ~E_DEPRECATED);
    require 'Doctrine/DBAL/autoload.php';
    $store = new Symfony\Component\Lock\Store\DoctrineDbalStore('sqlite:///:memory:');
    same(
        'one parameter',
        true,
        $store->configureSchema($schema = new Doctrine\DBAL\Schema\Schema())->hasTable('lock_keys'),
    );
}
?>
--EXPECT--
Doctrine\DBAL\Schema\Schema true
CREATE TABLE some_locks (an_id VARCHAR(64) NOT NULL, key_token VARCHAR(44) NOT NULL, key_expiration INTEGER UNSIGNED NOT NULL, PRIMARY KEY(an_id))
CREATE TABLE some_locks (an_id VARCHAR(64) NOT NULL, key_token VARCHAR(44) NOT NULL, key_expiration INT UNSIGNED NOT NULL, PRIMARY KEY(an_id))
CREATE TABLE some_locks (an_id VARCHAR(64) NOT NULL, key_token VARCHAR(44) NOT NULL, key_expiration INT NOT NULL, PRIMARY KEY(an_id))
CREATE TABLE some_locks (an_id VARCHAR2(64) NOT NULL, key_token VARCHAR2(44) NOT NULL, key_expiration NUMBER(10) NOT NULL, PRIMARY KEY(an_id))
CREATE TABLE some_locks (an_id NVARCHAR(64) NOT NULL, key_token NVARCHAR(44) NOT NULL, key_expiration INT NOT NULL, PRIMARY KEY (an_id))
1 table
asked: 0
0 tables of another database
on its connection: probe
from the function
CREATE TABLE some_locks (an_id VARCHAR(64) NOT NULL, key_token VARCHAR(44) NOT NULL, key_expiration INTEGER UNSIGNED NOT NULL, PRIMARY KEY(an_id))
Doctrine\DBAL\Exception\TableExistsException
The package 7.4 prints the same.
ok: one parameter
