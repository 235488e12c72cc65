--TEST--
MysqlStore: two servers with the same host name, port and directory, as in containers, and sessions of one number
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/own-database.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

/** Its server says of itself what every one that was started from the same image says. */
final class Alike extends PDO
{
    public int $told = 0;

    public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false
    {
        $query = strtr($query, [
            'CONNECTION_ID(), @@hostname' => "7, 'database'",
            '@@port' => '3306',
            '@@datadir' => "'/var/lib/mysql/'",
        ]);
        $this->told += substr_count($query, "'/var/lib/mysql/'");

        return parent::query($query, $fetchMode, ...$fetchModeArgs);
    }
}

$server = new OwnDatabase('mysql');
$one = new Alike("mysql:host=127.0.0.1;port=$server->port", $server->user, $server->password);
$two = new Alike(sprintf('mysql:host=%s;port=%d', my('HOST'), my('PORT')), my('USER'), my('PASSWORD'));
$number = fn (PDO $pdo): array => $pdo
    ->query('SELECT CONNECTION_ID(), @@hostname, @@port, @@datadir')
    ->fetch(PDO::FETCH_NUM);
$number($one) === $number($two) || exit("FAIL: they do not say the same\n");
$resource = 'alike '.bin2hex(random_bytes(6));
$locks = array_map(fn ($pdo) => new Lock(new Key($resource), new MysqlStore($pdo), 300, false), [$one, $two]);
group('each has locks of its own', function () use ($locks, $one, $two) {
    same('one', true, $locks[0]->acquire());
    same('two', true, $locks[1]->acquire());
    $locks[0]->release();
    same('released', [false, true], array_map(fn ($lock) => $lock->isAcquired(), $locks));
    $locks[1]->release();
    same('asked which they are', true, $one->told > 1 && $two->told > 1);
});
group('a majority of them', function () use ($one, $two, $resource) {
    $make = fn () => new Symfony\Component\Lock\Store\CombinedStore(
        [new MysqlStore($one), new MysqlStore($two)],
        new Symfony\Component\Lock\Strategy\ConsensusStrategy(),
    );
    $lock = new Lock(new Key($resource), $make(), 300, false);
    same('acquired', true, $lock->acquire());
    same('again', true, $lock->acquire());
    same('held', true, $lock->isAcquired());
    $free = 'SELECT IS_FREE_LOCK('.$one->quote(hash('sha256', $resource)).')';
    same('on both', [0, 0], [(int) $one->query($free)->fetchColumn(), (int) $two->query($free)->fetchColumn()]);
    same('another', false, (new Lock(new Key($resource), $make(), 300, false))->acquire());
    $lock->release();
    $are_free = fn () => array_map(fn ($pdo) => (int) $pdo->query($free)->fetchColumn(), [$one, $two]);
    same('released on both', [1, 1], $are_free());
});
group('a session is the same one by each object and statement', function () use ($one, $resource) {
    $lock = new Lock(new Key($resource), new MysqlStore($one), 300, false);
    same('acquired', true, $lock->acquire());
    same('of another store', false, (new Lock(new Key($resource), new MysqlStore($one), 300, false))->acquire());
    $lock->release();
});
?>
--EXPECT--
ok: each has locks of its own
ok: a majority of them
ok: a session is the same one by each object and statement
