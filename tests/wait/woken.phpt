--TEST--
Stores that are woken by the kernel or by their server get a lock as soon as it is free, however seldom they would ask for it
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';

$woken = array_filter(
    ways(),
    fn (Way $way) => in_array($way->keeper, [Keeper::Kernel, Keeper::Session], true) || 'ZookeeperStore' === $way->name,
);
// MySQL, other than MariaDB, waits for whole seconds only, and is asked again and again.
$polls = my_is_mariadb() ? [] : ['MysqlStore', 'MysqlStore, \PDO', 'DoctrineDbalMysqlStore, Connection'];
$took = side_by_side($woken, function (Way $way) use ($polls) {
    // Whoever polls is seen by it: the tenth attempt would be after half a minute.
    ini_set('slock.poll_interval', '60000');
    $took = [];
    $keeper = keeper($way, $resource = unique());
    $lock = lock_on($way->store(), $resource);
    same('taken', false, $lock->acquire());
    for ($i = 0; $i < 10; ++$i) {
        $keeper->say('release '.(now() + random_int(100, 200) / 1000));
        same("$i: acquired", true, $lock->acquire(true, 10));
        $end = now();
        [$from, $to] = json_decode($keeper->hear());
        check("$i: not before it is free", $end > $from);
        $took[] = $end - $to;
        $lock->release();
        same("$i: taken again", 'true', $keeper->ask('acquire'));
    }
    $keeper->say('end');
    $keeper->finish();
    sort($took);
    between('seconds, in the middle', -1, in_array($way->name, $polls, true) ? 1 : 0.05, $took[5]);
    between('seconds, at most', -1, 2, $took[9]);

    return $took;
});
if (getenv('SLOCK_TEST_SHOW')) {
    foreach ($took as $name => $seconds) {
        fprintf(STDERR, "%-45s p50 %6.2f ms, max %6.2f ms\n", $name, 1e3 * $seconds[5], 1e3 * end($seconds));
    }
}
?>
--EXPECT--
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
ok: ZookeeperStore
