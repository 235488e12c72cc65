--TEST--
A lock in a table that is kept alive over a connection of the user's: not in the middle of a statement that calls code in PHP, and not in the middle of what Doctrine does
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_file('Doctrine/DBAL/autoload.php'); need_file('Psr/Log/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require_once 'Psr/Log/autoload.php';
require_once 'Doctrine/DBAL/autoload.php';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

/** Renewed after a third of it, give or take a tenth. */
const TTL = 4.5;
const DUE = 1.9;

group('a statement that fails', function () {
    $pdo = new PDO('sqlite::memory:');
    $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
    $pdo->exec('CREATE TABLE copied (n INTEGER CHECK (n < 2))');
    // Without a result that stays open SQLite rolls back all that has been written since its beginning.
    // PHP 8.5 would have it from Pdo\Sqlite, which is of 8.4.
    @$pdo->sqliteCreateFunction('slow', function ($n) {
        compute(1 === $n ? DUE : 0.0);

        return $n;
    });
    $store = new PdoStore($pdo, [], 0.0);
    $store->createTable();
    $end = fn () => (float) $pdo->query('SELECT key_expiration FROM lock_keys')->fetchColumn();
    $lock = new Lock(new Key('r'), $store, TTL, false);
    check('acquired', $lock->acquire());
    $keep = new KeepAlive($lock);
    $before = $end();
    $statement = $pdo->prepare('INSERT INTO copied SELECT slow(n) FROM (SELECT 1 AS n UNION ALL SELECT 2)');
    raises('the statement', PDOException::class, 'constraint', fn () => $statement->execute());
    $left = $lock->getRemainingLifetime();
    check('no longer than the row', $left < $end() - microtime(true) + 0.2);
    check('renewed then', compute(10, fn () => $end() > $before));
    check('lost', !$keep->isLost());
});

/** Takes its time in the middle of a statement. */
final class SlowLog extends Psr\Log\AbstractLogger
{
    public ?Closure $on = null;

    public function log($level, $message, array $context = []): void
    {
        [$on, $this->on] = [$this->on, null];
        $on && $on();
    }
}

group('Doctrine', function () {
    $log = new SlowLog();
    $configuration = new Doctrine\DBAL\Configuration();
    $configuration->setMiddlewares([new Doctrine\DBAL\Logging\Middleware($log)]);
    $connection = Doctrine\DBAL\DriverManager::getConnection(
        ['driver' => 'pdo_sqlite', 'memory' => true],
        $configuration,
    );
    $store = new DoctrineDbalStore($connection, [], 0.0);
    $store->createTable();
    $lock = new Lock(new Key('r'), $store, TTL, false);
    check('acquired', $lock->acquire());
    $keep = new KeepAlive($lock);
    $left = null;
    $log->on = function () use ($lock, &$left) {
        compute(DUE);
        $left = $lock->getRemainingLifetime();
    };
    same('the answer', 1, (int) $connection->prepare('SELECT 1')->executeQuery()->fetchOne());
    check('within', $left < TTL - 1.0);
    check('renewed then', compute(10, fn () => $lock->getRemainingLifetime() > TTL - 1.0));
    check('lost', !$keep->isLost());
});
?>
--EXPECT--
ok: a statement that fails
ok: Doctrine
