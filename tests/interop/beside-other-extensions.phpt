--TEST--
Beside PHP extensions with the same libraries, loaded before slock and after it: --ri, phpinfo(), locks on every client
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server', 'redis tls');
need_no_sanitizer();
need_extension('curl', 'igbinary', 'memcached', 'msgpack', 'mysqli', 'pgsql', 'redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$sets = [
    'curl' => ['curl'],
    'memcached' => ['igbinary', 'msgpack', 'memcached'],
    'mongodb' => ['mongodb'],
    'mysqli' => ['mysqlnd', 'mysqli'],
    'openssl' => ['openssl'],
    'pdo_mysql' => ['pdo', 'mysqlnd', 'pdo_mysql'],
    'pdo_pgsql' => ['pdo', 'pdo_pgsql'],
    'pgsql' => ['pgsql'],
    'redis' => ['igbinary', 'redis'],
];
$sets['all of them'] = array_merge(...array_values($sets));
$expected = ['MongoDB', 'PostgreSQL', 'Redis', 'Redis, TLS', 'Memcached', 'ZooKeeper'];
// Which libraries it runs with is what it runs with alone.
$alone = Child::run(['--ri', 'slock'])->finish();
check('alone, it tells of the libraries', str_contains($alone, 'MongoDB (libmongoc) =>'), $alone);
$runs = [];
foreach ($sets as $name => $extensions) {
    foreach (['before' => ['slock', ...$extensions], 'after' => [...$extensions, 'slock']] as $when => $all) {
        $runs["slock $when $name"] = [$name, $all];
    }
}
// Four at a time, each with its --ri after it.
foreach (array_chunk($runs, 4, true) as $some) {
    $started = [];
    foreach ($some as $what => [$name, $all]) {
        $code = 'require "'.__DIR__.'/../inc/beside.inc"; beside($argv[1]);';
        $started[$what] = Child::start($code, 'here', $all, arguments: [$name]);
    }
    foreach ($some as $what => [$name, $all]) {
        group($what, function () use ($started, $what, $name, $all, $expected, $alone) {
            $ri = Child::run(['--ri', 'slock'], 'here', $all);
            $words = explode("\n", trim($started[$what]->finish()));
            same('its end', 0, $started[$what]->exit);
            $last = json_decode(array_pop($words), true);
            same('not a word more', [], $words);
            same('its clients', 'all of them' === $name || 'pdo_mysql' === $name, in_array('MySQL', $last ?? [], true));
            same('locks', $expected, array_slice($last ?? [], 0, count($expected)));
            same('--ri', explode("\n", $alone), explode("\n", $ri->finish()));
            same('the end of --ri', 0, $ri->exit);
        });
    }
}
?>
--EXPECT--
ok: alone, it tells of the libraries
ok: slock before curl
ok: slock after curl
ok: slock before memcached
ok: slock after memcached
ok: slock before mongodb
ok: slock after mongodb
ok: slock before mysqli
ok: slock after mysqli
ok: slock before openssl
ok: slock after openssl
ok: slock before pdo_mysql
ok: slock after pdo_mysql
ok: slock before pdo_pgsql
ok: slock after pdo_pgsql
ok: slock before pgsql
ok: slock after pgsql
ok: slock before redis
ok: slock after redis
ok: slock before all of them
ok: slock after all of them
