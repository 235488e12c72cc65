--TEST--
MysqlStore with a \PDO without emulated prepares: it is as its user had it after an Error, with fibers that end out of order or are dropped, and after exit()
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MysqlStore;

final class Leaving extends PDO
{
    public ?Closure $leave = null;

    public function query(string $query, ?int $mode = null, mixed ...$more): PDOStatement|false
    {
        $statement = parent::query($query);
        if ($this->leave) {
            ($this->leave)();
        }

        return $statement;
    }
}

$pdo = new Leaving(my_dsn(false), my('USER'), my('PASSWORD'), [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_EMULATE_PREPARES => false,
]);
$save = function () use ($pdo) {
    try {
        (new MysqlStore($pdo))->save(new Key(unique()));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
};
$is = function (string $when) use ($pdo) {
    $pdo->leave = null;
    same($when, false, (bool) $pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES));
    $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
};

foreach ([new Exception('its own'), new Error('its own')] as $thrown) {
    $pdo->leave = fn () => throw $thrown;
    $save();
    $is(get_class($thrown));
}

$pdo->leave = fn () => Fiber::getCurrent() && Fiber::suspend();
($dropped = new Fiber($save))->start();
unset($dropped);
$is('a dropped fiber');

$pdo->leave = fn () => Fiber::getCurrent() && Fiber::suspend();
foreach ($fibers = [new Fiber($save), new Fiber($save)] as $fiber) {
    $fiber->start();
}
$pdo->leave = null;
$fibers[0]->resume();
check('the second fiber has what it has set', (bool) $pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES));
$fibers[1]->resume();
$is('two fibers, the first one ends first');

register_shutdown_function($is, 'exit()');
$pdo->leave = fn () => exit;
$save();
?>
--EXPECT--
Exception: its own
ok: Exception
Error: its own
ok: Error
ok: a dropped fiber
ok: the second fiber has what it has set
ok: two fibers, the first one ends first
ok: exit()
