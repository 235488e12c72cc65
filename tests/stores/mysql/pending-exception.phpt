--TEST--
MysqlStore, a persistent session: an exception that is pending when the store goes is caught where it should be, also when the session has ended
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('own mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MysqlStore;

own_servers('MYSQL');
class ThrowsInDestructor
{
    public function __destruct() { throw new Exception('from a destructor'); }
}
class ThrowsAsItGoes extends MysqlStore
{
    public function __destruct() { throw new Exception('from a destructor'); }
}

$admin = new PDO(my_dsn(false), my('ADMIN_USER'), my('ADMIN_PASSWORD'));
foreach ([true, false] as $ended) {
    foreach ([MysqlStore::class, ThrowsAsItGoes::class] as $class) {
        $when = $class.($ended ? ', the session has ended' : ', the session goes on');
        $store = new $class(my_dsn(), ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]]);
        $store->save(new Key($resource = unique()));
        $holder = fn () => $admin->query("SELECT IS_USED_LOCK('".hash('sha256', $resource)."')")->fetchColumn();
        check("$when: held", null !== $holder());
        if ($ended) {
            $admin->exec('KILL '.$holder());
            eventually(fn () => null === $holder()) || check("$when: it ends", false);
        }
        // Both go in one instruction, the one that throws first.
        $last = [ThrowsAsItGoes::class === $class ? null : new ThrowsInDestructor(), $store];
        unset($store);
        $went_on = false;
        try {
            $last = null;
            $went_on = true;
        } catch (Exception $e) {
            same("$when: caught", 'from a destructor', $e->getMessage());
        }
        same("$when: nothing ran in between", false, $went_on);
        same("$when: free", null, $holder());
    }
}
?>
--EXPECT--
ok: Symfony\Component\Lock\Store\MysqlStore, the session has ended: held
ok: Symfony\Component\Lock\Store\MysqlStore, the session has ended: caught
ok: Symfony\Component\Lock\Store\MysqlStore, the session has ended: nothing ran in between
ok: Symfony\Component\Lock\Store\MysqlStore, the session has ended: free
ok: ThrowsAsItGoes, the session has ended: held
ok: ThrowsAsItGoes, the session has ended: caught
ok: ThrowsAsItGoes, the session has ended: nothing ran in between
ok: ThrowsAsItGoes, the session has ended: free
ok: Symfony\Component\Lock\Store\MysqlStore, the session goes on: held
ok: Symfony\Component\Lock\Store\MysqlStore, the session goes on: caught
ok: Symfony\Component\Lock\Store\MysqlStore, the session goes on: nothing ran in between
ok: Symfony\Component\Lock\Store\MysqlStore, the session goes on: free
ok: ThrowsAsItGoes, the session goes on: held
ok: ThrowsAsItGoes, the session goes on: caught
ok: ThrowsAsItGoes, the session goes on: nothing ran in between
ok: ThrowsAsItGoes, the session goes on: free
