--TEST--
No descriptor of any store survives exec: what a program that is started by proc_open() has open is its own
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
require __DIR__.'/../inc/fork-clients.inc';

/** number => what it is */
function descriptors(): array
{
    $found = [];
    foreach (scandir('/proc/self/fd') as $number) {
        $target = @readlink("/proc/self/fd/$number");
        if (false !== $target && !str_starts_with($target, '/proc/')) {
            $found[$number] = $target;
        }
    }

    return $found;
}

function is_closed_on_exec(int $number): bool
{
    return preg_match('/^flags:\s*([0-7]+)/m', file_get_contents("/proc/self/fdinfo/$number"), $m)
        && octdec($m[1]) & 0o2000000;
}

/** What a program sees that this process starts. */
function inherited(): array
{
    $process = proc_open(
        ['/bin/ls', '-l', '/proc/self/fd'],
        [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']],
        $pipes,
    );
    preg_match_all('/ (\d+) -> (.*)$/m', stream_get_contents($pipes[1]), $m);
    proc_close($process);

    return array_combine($m[1], $m[2]);
}

clean_ways();
foreach (ways() as $name => $way) {
    // The descriptors of the script's own objects are the script's.
    if (
        Client::Guarded !== client_of($way) || str_starts_with($name, 'DoctrineDbal') && str_contains($name, 'sqlite')
    ) {
        continue;
    }
    group($name, function () use ($way) {
        $before = descriptors();
        $lock = lock_on($store = $way->store(), unique());
        same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
        $mine = array_diff_assoc(descriptors(), $before);
        check('there are some', (bool) $mine || in_array($way->name, ['InMemoryStore', 'SemaphoreStore'], true));
        same(
            'without close-on-exec',
            [],
            array_filter($mine, fn ($number) => !is_closed_on_exec($number), ARRAY_FILTER_USE_KEY),
        );
        same(
            'inherited',
            [],
            array_intersect(inherited(), array_filter($mine, fn ($target) => !str_starts_with($target, 'anon_inode'))),
        );
        $lock->release();
    });
}
?>
--EXPECT--
ok: InMemoryStore
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, cluster
ok: RedisStore, sentinel
ok: MemcachedStore
ok: MongoDbStore
ok: MongoDbDocumentStore
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, pgsql
ok: PostgreSqlStore
ok: DoctrineDbalPostgreSqlStore
ok: MysqlStore
ok: ZookeeperStore
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore

