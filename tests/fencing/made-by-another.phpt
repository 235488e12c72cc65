--TEST--
PdoStore and DoctrineDbalStore: what tokens are counted by, made by another process in the moment in which we would make it
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

own_servers('MYSQL');

/** What happens just before a table for tokens is created. */
final class Before
{
    public static ?Closure $creation = null;

    public static function statement(string $sql): void
    {
        if (self::$creation && str_starts_with($sql, 'CREATE TABLE') && str_contains($sql, '_fence')) {
            (self::$creation)($sql);
        }
    }
}

final class HookedPdo extends PDO
{
    public function exec(string $statement): int|false
    {
        Before::statement($statement);

        return parent::exec($statement);
    }
}

final class HookedConnection extends Doctrine\DBAL\Connection
{
    public function executeStatement($sql, array $params = [], array $types = []): int|string
    {
        Before::statement($sql);

        return parent::executeStatement($sql, $params, $types);
    }
}

$admin = new PDO(sql_dsn('mysql'), setting('MYSQL_ADMIN_USER'), setting('MYSQL_ADMIN_PASSWORD'));
[$user, $password] = ['slock'.bin2hex(random_bytes(4)), bin2hex(random_bytes(8))];
$admin->exec("CREATE USER $user IDENTIFIED BY '$password'");
register_shutdown_function(fn () => $admin->exec("DROP USER $user"));
$admin->exec('GRANT SELECT, INSERT, UPDATE, DELETE ON '.setting('MYSQL_DB').".* TO $user");

foreach (['PDO', 'DBAL'] as $way) {
    group("mysql, $way: without the right to create it", function () use ($way, $admin, $user, $password) {
        $options = ['db_table' => $table = fresh_table('mysql'), 'fencing' => true];
        drop_table_at_the_end('mysql', "{$table}_fence");
        (new PdoStore($admin, ['db_table' => $table]))->createTable();
        $store = 'PDO' === $way
            ? new PdoStore(new HookedPdo(sql_dsn('mysql'), $user, $password), $options, 0)
            : new DoctrineDbalStore(
                sql_dbal('mysql', ['wrapperClass' => HookedConnection::class] + compact('user', 'password')),
                $options,
                0,
            );
        $times = 0;
        Before::$creation = function () use (&$times) {
            ++$times;
        };
        $e = raises('nobody makes it', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
        $said = $e->getPrevious()->getMessage();
        $asked = "Fencing tokens need \"CREATE TABLE IF NOT EXISTS {$table}_fence ";
        check('names the statement', str_starts_with($said, $asked) && str_contains($said, '1142'), $said);
        same('the creations', 1, $times);
        same('no lock is left', '0', (string) $admin->query("SELECT COUNT(*) FROM $table")->fetchColumn());
        Before::$creation = function (string $sql) use ($admin) {
            Before::$creation = null;
            $admin->exec($sql);
        };
        grow('another one makes it', tokens($store, 'r', 2));
        same('in that moment', null, Before::$creation);
    });
}

/** A process that creates the table, when it has connected and been told to. */
const CREATES = <<<'PHP'
    require "$argv[1]/sql-table.inc";
    [, , $way, $table] = $argv;
    $options = ['db_table' => $table, 'fencing' => true];
    $store = 'PDO' === $way
        ? new Symfony\Component\Lock\Store\PdoStore(sql_pdo('pgsql'), $options)
        : new Symfony\Component\Lock\Store\DoctrineDbalStore(sql_dbal('pgsql'), $options);
    try {
        $store->createTable();
        echo "created\n";
    } catch (Throwable $e) {
        echo strtr($e->getMessage(), "\n", ' '), "\n";
    }
    PHP;

foreach (['PDO', 'DBAL'] as $way) {
    foreach (['commit', 'rollBack'] as $end) {
        $what = "postgresql, $way: createTable() while another one makes the sequence, $end";
        group($what, function () use ($way, $end) {
            $table = fresh_table('pgsql');
            ($other = sql_pdo('pgsql'))->beginTransaction();
            $other->exec("CREATE SEQUENCE {$table}_fence");
            $child = Child::start(CREATES, 'here', sql_extensions('pgsql'), [], [__DIR__.'/../inc', $way, $table]);
            $waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE"
                ." 'CREATE SEQUENCE%{$table}_fence%'";
            $pdo = sql_pdo('pgsql');
            check('it waits', eventually(fn () => 1 === $pdo->query($waits)->fetchColumn(), 20));
            $other->$end();
            same('said', 'created', $child->hear());
            $child->finish();
            $pdo->exec("DROP SEQUENCE IF EXISTS {$table}_fence");
        });
    }
}
?>
--EXPECT--
ok: mysql, PDO: without the right to create it
ok: mysql, DBAL: without the right to create it
ok: postgresql, PDO: createTable() while another one makes the sequence, commit
ok: postgresql, PDO: createTable() while another one makes the sequence, rollBack
ok: postgresql, DBAL: createTable() while another one makes the sequence, commit
ok: postgresql, DBAL: createTable() while another one makes the sequence, rollBack
