--TEST--
PdoStore and DoctrineDbalStore: which names of tables and columns they take, and which they refuse
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

$pdo = new PDO('sqlite::memory:');
$new = [
    'PdoStore' => fn (...$arguments) => new PdoStore($pdo, ...$arguments),
    'DoctrineDbalStore' => fn (...$arguments) => new DoctrineDbalStore('sqlite:///:memory:', ...$arguments),
];
foreach ($new as $class => $make) {
    group($class, function () use ($make) {
        foreach (['db_table', 'db_id_col', 'db_token_col', 'db_expiration_col'] as $option) {
            foreach ([
                'locks',
                '_x1',
                'schema.locks',
                'a.b.c',
                '"quoted name"',
                '`quoted`',
                '[quoted]',
                '"sch"."tab"',
                '"a""b"',
                'größe',
                'x$y#z',
                null,
            ] as $name) {
                check("$option ".show($name), is_object($make([$option => $name])));
            }
            foreach ([
                '',
                ' ',
                'a b',
                'a;b',
                'a.',
                '.a',
                'a..b',
                '1a',
                "a'b",
                'a"b',
                '"a',
                'a`',
                '[a',
                'a--',
                'a/*x*/',
                "a\0",
                "a\nb",
                '""',
                '(SELECT 1)',
                'locks; DROP TABLE locks',
            ] as $name) {
                raises(
                    "$option ".show($name),
                    InvalidArgumentException::class,
                    "Option \"$option\" must be the name of a table or column",
                    fn () => $make([$option => $name]),
                );
            }
            foreach ([1, 1.5, true, [], new stdClass()] as $name) {
                raises(
                    "$option ".show($name),
                    TypeError::class,
                    "Option \"$option\" must be of type string",
                    fn () => $make([$option => $name]),
                );
            }
        }
    });
}
?>
--EXPECT--
ok: PdoStore
ok: DoctrineDbalStore
