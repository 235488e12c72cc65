--TEST--
PostgreSqlStore by DSN behind PgBouncer that pools by transaction and gives each one the next session, which others reset: refused each time
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction', 'server_round_robin' => 1, 'default_pool_size' => 5]);
$code = <<<'CODE'
    use Symfony\Component\Lock\Exception\LockAcquiringException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    [, $dsn, $inside, $who] = $argv;
    $file = fopen($inside, 'c');
    $said = ['owner' => 0, 'conflict' => 0, 'refused' => 0, 'two owners' => 0];
    for ($i = 0; $i < 30; ++$i) {
        $lock = new Lock(new Key('changing'), new PostgreSqlStore("$dsn;application_name=$who-$i"), null, false);
        try {
            if (!$lock->acquire()) {
                ++$said['conflict'];
                continue;
            }
            ++$said['owner'];
            $said['two owners'] += flock($file, LOCK_EX | LOCK_NB) ? 0 : 1;
            usleep(2000);
            flock($file, LOCK_UN);
            $lock->release();
        } catch (Exception $e) {
            ++$said['refused'];
            str_contains($e->getPrevious()->getMessage(), 'a connection pooler shares') || print $e->getPrevious();
        }
    }
    echo json_encode($said);
    CODE;
$others = [];
// Others that use the pooler for what it is there for.
for ($i = 0; $i < 4; ++$i) {
    $others[] = Child::start(
        '$pdo = new PDO($argv[1]); for ($i = 0; $i < 1000; ++$i) { $pdo->exec("$argv[2]"); }',
        'here',
        ['pdo', 'pdo_pgsql'],
        [],
        [$bouncer->dsn(), ['SELECT pg_sleep(0.002)', 'RESET ALL'][$i % 2]],
    );
}
$inside = script('');
$children = [];
for ($i = 0; $i < 4; ++$i) {
    $children[] = Child::start($code, 'here', [], [], [$bouncer->dsn(), $inside, "child-$i"]);
}
$total = [];
foreach ($children as $child) {
    foreach (json_decode($child->finish(), true) as $what => $count) {
        $total[$what] = ($total[$what] ?? 0) + $count;
    }
}
foreach ($others as $other) {
    $other->finish();
}
same('refused, each time', ['owner' => 0, 'conflict' => 0, 'refused' => 120, 'two owners' => 0], $total);
same('at the server', 0, pg_locks(pg_pdo(), 'changing'));
?>
--EXPECT--
ok: refused, each time
ok: at the server
