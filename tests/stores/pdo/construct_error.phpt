--TEST--
PdoStore and DoctrineDbalStore: which arguments their constructors refuse
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

$pdo = new PDO('sqlite::memory:');
$new = [
    'PdoStore' => fn (...$arguments) => new PdoStore($pdo, ...$arguments),
    'DoctrineDbalStore' => fn (...$arguments) => new DoctrineDbalStore('sqlite:///:memory:', ...$arguments),
];
foreach ($new as $class => $make) {
    group($class, function () use ($make) {
        foreach ([-0.1, 1.1, NAN, INF, -INF] as $probability) {
            raises(
                'gcProbability '.var_export($probability, true),
                InvalidArgumentException::class,
                'DatabaseTableTrait::init" requires gcProbability between 0 and 1, "',
                fn () => $make([], $probability),
            );
        }
        foreach ([0, 1, 0.5] as $probability) {
            check("gcProbability $probability", is_object($make([], $probability)));
        }
        foreach ([0, -1, PHP_INT_MIN] as $ttl) {
            raises(
                "initialTtl $ttl",
                InvalidTtlException::class,
                'DatabaseTableTrait::init()" expects a strictly positive TTL, "'.$ttl.'" given.',
                fn () => $make([], 0.01, $ttl),
            );
        }
        raises('options', TypeError::class, 'must be of type array', fn () => $make('lock_keys'));
        raises(
            'a second construction',
            Error::class,
            'twice',
            fn () => ($store = $make())->__construct(
                ...($store instanceof PdoStore ? ['sqlite::memory:'] : ['sqlite:///:memory:']),
            ),
        );
    });
}
?>
--EXPECT--
ok: PdoStore
ok: DoctrineDbalStore
