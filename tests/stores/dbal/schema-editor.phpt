--TEST--
DoctrineDbalStore::configureSchema() and createTable() with the editors of DBAL 4.5 and later
--EXTENSIONS--
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

// Stand-ins that print what they are told; the same with the PHP package.
const STAND_INS = <<<'CODE'
    namespace Doctrine\DBAL\Schema\Name {
        class Identifier
        {
            public static function unquoted(string $name): self
            {
                echo "Identifier::unquoted($name)\n";
                return new self();
            }
        }
        class UnqualifiedName
        {
            public function __construct(Identifier $identifier)
            {
                echo 'new UnqualifiedName of ', func_num_args(), "\n";
            }
        }
    }
    namespace Doctrine\DBAL\Schema {
        trait Tells
        {
            public function __call(string $method, array $arguments): static|Table|Column|Schema
            {
                echo strrchr(static::class, '\\'), '->', $method, '(',
                    implode(
                        ', ',
                        array_map(fn ($a) => is_object($a) ? get_class($a) : var_export($a, true), $arguments),
                    ),
                    ")\n";
                if (($GLOBALS['fail'] ?? null) === $method) {
                    throw new \LogicException("$method failed");
                }

                return 'create' === $method ? new (substr(static::class, 0, -6))('made') : clone $this;
            }
        }
        class SchemaEditor { use Tells; }
        class TableEditor { use Tells; }
        class ColumnEditor { use Tells; }
        class Table
        {
            public static function editor(): TableEditor { echo "Table::editor()\n"; return new TableEditor(); }
        }
        class Column
        {
            public static function editor(): ColumnEditor { echo "Column::editor()\n"; return new ColumnEditor(); }
        }
        class PrimaryKeyConstraint
        {
            public function __construct(?object $name, array $columns, bool $clustered)
            {
                echo 'new PrimaryKeyConstraint of ', func_num_args(), ': (', var_export($name, true), ', ',
                    count($columns), ' ', get_class($columns[0]), ', ', var_export($clustered, true), ")\n";
            }
        }
        class Schema
        {
            public function __construct(public string $is = 'new') {}
            public function hasTable(string $name): bool { echo "hasTable($name)\n"; return 'full' === $this->is; }
            public function edit(): SchemaEditor { echo "edit()\n"; return new SchemaEditor(); }
            public function toSql(object $platform): array { return ["CREATE what was {$this->is}", 'AND MORE']; }
        }
    }
    namespace Doctrine\DBAL {
        class Connection
        {
            public function executeStatement(string $sql): int { echo "executeStatement($sql)\n"; return 0; }
            public function getDatabasePlatform(): object { return new \stdClass(); }
        }
    }
    CODE;
$file = temporary_directory().'/stand-ins.php';
file_put_contents($file, '<?php '.STAND_INS);
twin('require '.var_export($file, true).';'.<<<'CODE'

    use Doctrine\DBAL\Schema\Schema;
    $store = new Symfony\Component\Lock\Store\DoctrineDbalStore(
        new Doctrine\DBAL\Connection(),
        ['db_table' => 'some_locks', 'db_id_col' => 'an_id'],
    );
    $yes = static fn () => true;
    echo $store->configureSchema($schema = new Schema(), $yes)->is, ' ', $schema->is, "\n";
    echo $store->configureSchema(new Schema('full'), $yes)->is, "\n";
    echo $store->configureSchema(new Schema('other'), fn () => false)->is, "\n";
    foreach (['addTable', 'setUnquotedName', 'setLength', 'addColumn', 'addPrimaryKeyConstraint', 'create'] as $fail) {
        ob_start();
        try {
            $store->configureSchema(new Schema(), $yes);
        } catch (LogicException $e) {
        }
        ob_end_clean();
        echo $e->getMessage(), "\n";
    }
    $fail = null;
    ob_start();
    $store->createTable();
    echo strstr(ob_get_clean(), 'execute');
    CODE, '7.4', ['ctype']);
?>
--EXPECT--
hasTable(some_locks)
edit()
Table::editor()
\TableEditor->setUnquotedName('some_locks')
Column::editor()
\ColumnEditor->setUnquotedName('an_id')
\ColumnEditor->setTypeName('string')
\ColumnEditor->setLength(64)
\ColumnEditor->create()
\TableEditor->addColumn(Doctrine\DBAL\Schema\Column)
Column::editor()
\ColumnEditor->setUnquotedName('key_token')
\ColumnEditor->setTypeName('string')
\ColumnEditor->setLength(44)
\ColumnEditor->create()
\TableEditor->addColumn(Doctrine\DBAL\Schema\Column)
Column::editor()
\ColumnEditor->setUnquotedName('key_expiration')
\ColumnEditor->setTypeName('integer')
\ColumnEditor->setUnsigned(true)
\ColumnEditor->create()
\TableEditor->addColumn(Doctrine\DBAL\Schema\Column)
Identifier::unquoted(an_id)
new UnqualifiedName of 1
new PrimaryKeyConstraint of 3: (NULL, 1 Doctrine\DBAL\Schema\Name\UnqualifiedName, true)
\TableEditor->addPrimaryKeyConstraint(Doctrine\DBAL\Schema\PrimaryKeyConstraint)
\TableEditor->create()
\SchemaEditor->addTable(Doctrine\DBAL\Schema\Table)
\SchemaEditor->create()
made new
hasTable(some_locks)
full
hasTable(some_locks)
other
addTable failed
setUnquotedName failed
setLength failed
addColumn failed
addPrimaryKeyConstraint failed
create failed
executeStatement(CREATE what was made)
executeStatement(AND MORE)
The package 7.4 prints the same.
