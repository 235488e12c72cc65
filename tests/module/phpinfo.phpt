--TEST--
phpinfo() and --ri load every native client, beside the PHP extensions with a library of the same name, and the process ends well
--EXTENSIONS--
mongodb
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

// What it was built with, and what it runs with; hiredis and ZooKeeper's client have no function that tells.
$clients = [
    'Redis \(hiredis\) => [\d.]+ => libhiredis\.so\S*',
    'TLS \(OpenSSL\) => [\d.]+\S* => OpenSSL [\d.]+.*',
    'Memcached \(libmemcached\) => [\d.]+ => [\d.]+',
    'MongoDB \(libmongoc\) => [\d.]+ => [\d.]+',
    'PostgreSQL \(libpq\) => [\d.]+ => [\d.]+.*',
    'ZooKeeper \(libzookeeper\) => [\d.]+ => libzookeeper_st\.so\S*',
];
foreach ([
    '--ri slock' => ['--ri', 'slock'],
    '-i' => ['-i'],
    'phpinfo()' => ['-r', 'phpinfo(INFO_MODULES);'],
    'phpinfo() in a child' => [
        '-r',
        'if (!pcntl_fork()) { phpinfo(INFO_MODULES); exit; } pcntl_wait($status); exit($status);',
    ],
] as $what => $arguments) {
    $child = Child::run($arguments, 'here', [
        'pcntl',
        'igbinary',
        'msgpack',
        'redis',
        'memcached',
        'mongodb',
        'pdo',
        'pdo_pgsql',
    ]);
    $output = $child->finish();
    $rows = array_filter($clients, fn ($row) => !preg_match("/^$row\$/m", $output));
    same("$what: the clients that were built with nothing, or do not load", [], $rows);
    same("$what: the end", 0, $child->exit);
}
?>
--EXPECT--
ok: --ri slock: the clients that were built with nothing, or do not load
ok: --ri slock: the end
ok: -i: the clients that were built with nothing, or do not load
ok: -i: the end
ok: phpinfo(): the clients that were built with nothing, or do not load
ok: phpinfo(): the end
ok: phpinfo() in a child: the clients that were built with nothing, or do not load
ok: phpinfo() in a child: the end
