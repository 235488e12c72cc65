--TEST--
Where the system has no random numbers for the token of a key, save() throws and grants nothing, and works once they are there
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
array_map(need_command(...), ['strace', 'prlimit']);
// From PHP 8.4 on the device is open from the start.
if (PHP_VERSION_ID >= 80400) {
    exit('skip PHP has opened the device by then');
} ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';

use Symfony\Component\Lock\Key;

/*
 * PHP asks getrandom(), which strace has fail, and then opens a device, for which there is no descriptor left.
 */
function without_random_numbers(string $make, array $extensions): void
{
    $child = Child::start(
        <<<CODE
            \$store = $make;
            \$key = new Symfony\Component\Lock\Key(\$argv[1]);
            echo getmypid(), "\\n";
            while (fgets(STDIN)) {
                try {
                    \$store->save(\$key);
                    echo \$store->exists(\$key) ? "granted\\n" : "FAIL: it does not exist\\n";
                } catch (Exception \$e) {
                    echo get_class(\$e), ': ', \$e->getMessage(), "\\n";
                }
            }
            \$store->delete(\$key);
            CODE,
        extensions: $extensions,
        arguments: [$name = unique()],
        under: ['strace', '-f', '-o', '/dev/null', '-e', 'trace=getrandom', '-e', 'inject=getrandom:error=ENOSYS'],
    );
    check('it has started', 0 < $pid = (int) $child->hear());
    $limit = fn (string $files) => shell_exec("prlimit --pid $pid --nofile=$files: 2>&1");
    same('no descriptors', null, $limit('0'));
    $child->say('');
    $said = (string) $child->hear();
    $expected = '~^(Random.RandomException|Exception): .*(random|source device)~';
    check('it says so', (bool) preg_match($expected, $said), $said);
    $other = eval("return $make;");
    $other->save($key = new Key($name));
    same('anybody may have it', true, $other->exists($key));
    $other->delete($key);

    same('descriptors', null, $limit('1024'));
    $child->say('');
    same('later', 'granted', $child->hear());
    same('at the end', '', $child->finish());
}

// Others need random numbers or files for themselves, before it is the key's turn.
foreach ([
    'RedisStore',
    'RedisStore, several hosts',
    'RedisStore, cluster',
    'RedisStore, sentinel',
    'MemcachedStore',
    'ZookeeperStore',
    'CombinedStore',
    'RetryTillSaveStore',
] as $name) {
    group($name, fn () => without_random_numbers(ways()[$name]->code(), ways()[$name]->extensions));
}
$strategy = 'new Symfony\Component\Lock\Strategy\ConsensusStrategy()';
$members = implode(', ', array_map(
    fn ($name) => ways()[$name]->code(),
    ['ZookeeperStore', 'MemcachedStore', 'RedisStore'],
));
group('CombinedStore, ZooKeeper first', fn () => without_random_numbers(
    "new Symfony\Component\Lock\Store\CombinedStore([$members], $strategy)",
    [],
));
?>
--EXPECT--
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, cluster
ok: RedisStore, sentinel
ok: MemcachedStore
ok: ZookeeperStore
ok: CombinedStore
ok: RetryTillSaveStore
ok: CombinedStore, ZooKeeper first
