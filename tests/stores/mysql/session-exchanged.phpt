--TEST--
MysqlStore through a \PDO that speaks for another session from one statement to the next: each session's locks stay its own
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
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

/** As those do that connect again by themselves. */
final class Exchanged extends PDO
{
    public function __construct(public PDO $to)
    {
    }

    public function query(string $query, ?int $mode = null, mixed ...$more): PDOStatement|false
    {
        return $this->to->query($query);
    }

    public function exec(string $statement): int|false
    {
        return $this->to->exec($statement);
    }

    public function getAttribute(int $attribute): mixed
    {
        return $this->to->getAttribute($attribute);
    }

    public function setAttribute(int $attribute, mixed $value): bool
    {
        return $this->to->setAttribute($attribute, $value);
    }
}

[$first, $second] = [my_pdo(), my_pdo()];
$store = new MysqlStore($pdo = new Exchanged($first));
$lock = fn (MysqlStore $store, string $name) => new Lock(new Key($name), $store, 300, false);
$left = $lock($store, unique());
same('acquired in the first session', true, $left->acquire());
$pdo->to = $second;
$held = $lock($store, $name = unique());
same('acquired in the second', true, $held->acquire());
same('what the first one has is not held there', false, $left->isAcquired());

// The first session has another object now.
$others = new MysqlStore($first);
same('acquired in the first once more', true, $lock($others, unique())->acquire());
same('refused there', false, $lock($others, $name)->acquire());
same('held by the second all the same', true, $held->isAcquired());
$held->release();
same('then free', true, $lock($others, $name)->acquire());
?>
--EXPECT--
ok: acquired in the first session
ok: acquired in the second
ok: what the first one has is not held there
ok: acquired in the first once more
ok: refused there
ok: held by the second all the same
ok: then free
