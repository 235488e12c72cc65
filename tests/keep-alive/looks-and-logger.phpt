--TEST--
A lock whose client object is in use is looked at often, and that is not logged each time; nor does a slow logger make it a busy loop
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/logger.inc';
require __DIR__.'/../inc/sql-table.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

final class Slow extends ArrayLogger
{
    public function log($level, $message, array $context = []): void
    {
        usleep(300);
        parent::log($level, $message, $context);
    }
}

$pdo = new PDO('sqlite:'.temporary_directory().'/locks');
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$store = new PdoStore($pdo, ['db_table' => 'locks'], 0);
$store->createTable();
$lock = new Lock(new Key('r'), $store, 9.0, false);
same('acquired', true, $lock->acquire());
$lock->setLogger($logger = new Slow());
$keep = new KeepAlive($lock, onLost: fn () => null);
@$pdo->sqliteCreateFunction('busy', function () { compute(6.5); return 1; });
same('asked', [[1]], $pdo->query('SELECT busy()')->fetchAll(PDO::FETCH_NUM));
check('renewed when the call has ended', compute(2, fn () => $lock->getRemainingLifetime() > 6));
same('not lost', false, $keep->isLost());
$failures = array_filter($logger->records, fn ($record) => str_contains($record[1], 'Failed'));
same('failures that were logged', 0, count($failures));
?>
--EXPECT--
ok: acquired
ok: asked
ok: renewed when the call has ended
ok: not lost
ok: failures that were logged
