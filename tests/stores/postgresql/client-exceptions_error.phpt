--TEST--
Advisory stores on a client object: what it throws comes out of the store's methods, as in the package, and a lock wraps it
--EXTENSIONS--
ctype
pdo
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc';
need('postgresql', 'package 7.4');
need_file('Doctrine/DBAL/autoload.php');
?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;

own_servers('PGSQL');
const CODE = <<<'CODE'
    use Symfony\Component\Lock\Exception\LockConflictedException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;
    require $argv[1];
    $other = pg_pdo();
    $weak = ['user' => pg('WEAK_USER'), 'password' => pg('WEAK_PASSWORD')];
    $doctrine = fn (string $driver, array $more = []) => Doctrine\DBAL\DriverManager::getConnection($more + [
        'driver' => $driver,
        'host' => pg('HOST'),
        'port' => (int) pg('PORT'),
        'dbname' => pg('DB'),
        'user' => pg('USER'),
        'password' => pg('PASSWORD'),
    ]);
    require_once 'Doctrine/DBAL/autoload.php';
    $waits = ['waitAndSave', 'waitAndSaveRead'];
    $methods = ['save', 'saveRead', 'exists', 'delete', 'putOffExpiration', ...$waits];
    $store = fn ($connection) => $connection instanceof PDO
        ? new PostgreSqlStore($connection)
        : new DoctrineDbalPostgreSqlStore($connection);
    foreach ([
        'PDO' => fn (array $more = []) => new PDO(pg_dsn($more)),
        'pdo_pgsql' => fn (array $more = []) => $doctrine('pdo_pgsql', $more),
        'pgsql' => fn (array $more = []) => $doctrine('pgsql', $more),
    ] as $way => $connect) {
        $try = function (string $when, object $connection, array $methods, ?Key $held = null) use ($way, $store) {
            foreach ($methods as $method) {
                $call = [$store($connection), $method];
                $own = in_array($method, ['exists', 'delete', 'putOffExpiration'], true) ? $held : null;
                // Sessions of the way before may not have ended yet.
                $arguments = [$own ?? new Key("others, $way"), ...('putOffExpiration' === $method ? [5.0] : [])];
                try {
                    $outcome = var_export($call(...$arguments), true);
                } catch (Throwable $e) {
                    for ($outcome = get_class($e); $e = $e->getPrevious();) {
                        $outcome .= ' <- '.get_class($e);
                    }
                }
                echo "$way, $when: $method: $outcome\n";
            }
        };
        $connection = $connect();
        $store($connection)->save($held = new Key("client-exceptions, $way"));
        $connection->beginTransaction();
        try {
            $connection instanceof PDO ? $connection->exec('nonsense') : $connection->executeStatement('nonsense');
        } catch (Exception) {
        }
        $try('in an aborted transaction', $connection, $methods, $held);
        $connection->rollBack();
        $try('after that', $connection, ['exists', 'save', 'delete', 'exists'], $held);
        // One connection for each, as Doctrine may connect again.
        foreach (['save', 'saveRead', ...$waits] as $method) {
            $ended = $connect();
            $query = 'SELECT pg_backend_pid()';
            $pid = $ended instanceof PDO ? $ended->query($query)->fetchColumn() : $ended->fetchOne($query);
            $other->query("SELECT pg_terminate_backend($pid, 5000)");
            $try('a session that has ended', $ended, [$method]);
        }
        $try('without permission', $connect($weak), ['save']);
    }
    CODE;
group('as in the package', function () {
    $arguments = ['arguments' => [dirname(__DIR__, 2).'/inc/sql.inc']];
    $extensions = ['ctype', 'pdo', 'pdo_pgsql', 'pgsql'];
    $theirs = explode("\n", Child::start(CODE, '7.4', $extensions, ...$arguments)->finish());
    $ours = explode("\n", Child::start(CODE, 'here', $extensions, ...$arguments)->finish());
    foreach ($theirs as $i => $line) {
        same("line $i", $line, $ours[$i] ?? null);
    }
    same('it has run', 49, count($ours));
});
group('RetryTillSaveStore lets it out, too', function () {
    foreach ([pg_pdo(), dbal('pdo_pgsql')] as $connection) {
        $class = $connection instanceof PDO ? PostgreSqlStore::class : DoctrineDbalPostgreSqlStore::class;
        $store = new $class($connection);
        $connection->beginTransaction();
        try {
            $connection instanceof PDO ? $connection->exec('nonsense') : $connection->executeStatement('nonsense');
        } catch (Exception) {
        }
        foreach (['save', 'waitAndSave'] as $method) {
            [$plain, $retried, $twice] = array_map(
                fn (object $store) => outcome(fn () => $store->$method(new Key('retried'))),
                [$store, new RetryTillSaveStore($store, 1, 2), new RetryTillSaveStore(new RetryTillSaveStore($store))],
            );
            same("$method throws what the client threw", true, (bool) preg_match('/^(PDO|Doctrine)/', $plain));
            same("$method, retried", [$plain, $plain], [$retried, $twice]);
        }
        $connection->rollBack();
    }
});
group('a lock wraps it', function () {
    [$pdo, $dbal] = [pg_pdo(), dbal('pdo_pgsql')];
    foreach ([new PostgreSqlStore($pdo), new DoctrineDbalPostgreSqlStore($dbal)] as $store) {
        $connection = $store instanceof PostgreSqlStore ? $pdo : $dbal;
        $connection->beginTransaction();
        try {
            $store instanceof PostgreSqlStore ? $pdo->exec('nonsense') : $dbal->executeStatement('nonsense');
        } catch (Exception) {
        }
        foreach ([false, true] as $blocking) {
            $e = raises(
                'acquire',
                Symfony\Component\Lock\Exception\LockAcquiringException::class,
                'Failed to acquire',
                fn () => (new Lock(new Key(unique()), $store))->acquire($blocking),
            );
            same(
                'because',
                'Symfony\Component\Lock\Exception\LockStorageException',
                $e?->getPrevious() ? get_class($e->getPrevious()) : null,
            );
        }
        $connection->rollBack();
    }
});
?>
--EXPECT--
ok: as in the package
ok: RetryTillSaveStore lets it out, too
ok: a lock wraps it
