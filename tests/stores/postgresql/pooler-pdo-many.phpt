--TEST--
PostgreSqlStore through \PDO in several processes behind PgBouncer that pools by transaction, with other clients that reset sessions: never two owners
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

$bouncer = new OwnPgBouncer(['pool_mode' => 'transaction', 'default_pool_size' => 4, 'server_lifetime' => 1]);
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\PostgreSqlStore;

    [, $dsn, $inside] = $argv;
    $file = fopen($inside, 'c');
    $said = ['owner' => 0, 'conflict' => 0, 'refused' => 0, 'two owners' => 0];
    for ($i = 0; $i < 50; ++$i) {
        $lock = new Lock(new Key('many'), new PostgreSqlStore(new PDO($dsn)), null, false);
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
for ($i = 0; $i < 2; ++$i) {
    $others[] = Child::start(
        '$pdo = new PDO($argv[1]); for ($i = 0; $i < 500; ++$i) { $pdo->exec("$argv[2]"); }',
        'here',
        ['pdo', 'pdo_pgsql'],
        [],
        [$bouncer->dsn(), ['SELECT pg_sleep(0.002)', 'RESET ALL'][$i % 2]],
    );
}
$inside = script('');
$children = [];
for ($i = 0; $i < 4; ++$i) {
    $children[] = Child::start($code, 'here', ['pdo', 'pdo_pgsql'], [], [$bouncer->dsn(), $inside]);
}
$total = [];
foreach ($children as $child) {
    foreach (json_decode($said = $child->finish(), true) ?? exit("FAIL: $said") as $what => $count) {
        $total[$what] = ($total[$what] ?? 0) + $count;
    }
}
foreach ($others as $other) {
    $other->finish();
}
same('two owners', 0, $total['two owners']);
check('some were refused', $total['refused'] > 0);
?>
--EXPECT--
ok: two owners
ok: some were refused
