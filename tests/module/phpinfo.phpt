--TEST--
phpinfo() and --ri load every native client, beside the PHP extensions with a library of the same name, and the process ends well
--EXTENSIONS--
mongodb
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

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
    check("$what: the clients", str_contains($output, 'MongoDB (libmongoc) =>'), $output);
    same("$what: the end", 0, $child->exit);
}
?>
--EXPECT--
ok: --ri slock: the clients
ok: --ri slock: the end
ok: -i: the clients
ok: -i: the end
ok: phpinfo(): the clients
ok: phpinfo(): the end
ok: phpinfo() in a child: the clients
ok: phpinfo() in a child: the end
