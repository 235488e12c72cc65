--TEST--
Each form of a DSN in docs/ is one that StoreFactory takes, with and without what is optional in it
--FILE--
<?php
require __DIR__.'/../inc/documented.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\StoreFactory;

$parts = [
    '[user:]' => ['', 'user:'],
    '[[user:]password@]' => ['', 'password@', 'user:password@'],
    '[:port]' => ['', ':6379'],
    '[name:port]' => ['[localhost:6379]'],
    '[/database]' => ['', '/2'],
    '[?options]' => ['', '?timeout=1'],
    '[&options]' => ['', '&timeout=1'],
];
/** @return list<string> */
$forms = function (string $form) use ($parts): array {
    $forms = [$form];
    foreach (array_reverse($parts) as $part => $choices) {
        $forms = array_merge(...array_map(
            fn ($form) => str_contains($form, $part)
                ? array_map(fn ($choice) => str_replace($part, $choice, $form), $choices)
                : [$form],
            $forms,
        ));
    }

    return $forms;
};
foreach (['docs/dsn.md', 'docs/memcached.md'] as $page) {
    foreach (documented_in($page, '') as $block) {
        foreach (explode("\n", trim($block)) as $line) {
            $form = preg_split('/ {2,}/', $line)[0];
            group("$page: $form", function () use ($forms, $form) {
                foreach ($forms($form) as $dsn) {
                    check($dsn, is_object(StoreFactory::createStore($dsn)));
                }
            });
        }
    }
}
// The check can fail.
$create = fn () => StoreFactory::createStore('rediz://localhost');
raises('nothing else is', InvalidArgumentException::class, null, $create);
?>
--EXPECT--
ok: docs/dsn.md: redis://[[user:]password@]host[:port][/database][?options]
ok: docs/dsn.md: redis://[[user:]password@]/path/to/socket[/database][?options]
ok: docs/dsn.md: redis:[[user:]password@]?host[name:port][&options]
ok: docs/memcached.md: memcached://localhost
ok: docs/memcached.md: memcached://10.0.0.1:11212
ok: docs/memcached.md: memcached:///run/memcached/memcached.sock
ok: docs/memcached.md: memcached://user:password@localhost
ok: docs/memcached.md: memcached:?host[one:11211]&host[two:11211]=3&host[/run/memcached.sock]=2
ok: docs/memcached.md: memcached://one/5?host[two]=3
ok: nothing else is
