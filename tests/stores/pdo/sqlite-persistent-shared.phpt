--TEST--
PdoStore: stores that share a persistent connection to a file of SQLite each wait for its lock as long as they may
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

$file = sqlite_file();
$options = ['db_table' => fresh_table('sqlite')];
(new PdoStore($pdo = sql_pdo('sqlite'), $options, 0))->createTable();
$make = fn () => new LockFactory(new PdoStore(
    sql_dsn('sqlite'),
    $options + ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]],
    0,
));
$bounded = $make()->createLock('a');
$other = $make()->createLock('b');
same('connected', [true, true], [$bounded->acquire(), $other->acquire()]);
$bounded->release();
$other->release();
(new LockFactory(new PdoStore($pdo, $options, 0)))->createLock('a', 300.0, false)->acquire();
same('a wait with an end', false, $bounded->acquire(true, 0.1));
$child = Child::start(
    '$pdo = new PDO($argv[1]); $pdo->exec("BEGIN EXCLUSIVE"); echo "has it\n"; usleep(700000); $pdo->exec("COMMIT");',
    'here',
    ['pdo', 'pdo_sqlite'],
    arguments: [sql_dsn('sqlite')],
);
same('another process', 'has it', $child->hear());
same('the other store waits', true, $other->acquire());
$child->finish();
$other->release();
?>
--EXPECT--
ok: connected
ok: a wait with an end
ok: another process
ok: the other store waits
