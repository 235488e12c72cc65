--TEST--
PostgreSqlStore by DSN: a promotion or a demotion that is cancelled when the server has made half of it, and so is what corrects it, leaves no mode in the session that its lock does not have
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql');
need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/own-database.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$server = new OwnDatabase('pgsql');
$admin = $server->pdo();
// What a time limit for statements does as soon as it hits a look at pg_locks: the looks are counted while `looks` is
// not 0, and those are cancelled whose number stands in `cancelled`. A sequence counts on when its statement fails.
$admin->exec("CREATE SEQUENCE looks; CREATE TABLE cancelled (look bigint);
    CREATE FUNCTION may_look() RETURNS boolean LANGUAGE plpgsql VOLATILE AS \$\$ DECLARE number bigint; BEGIN
        IF pg_catalog.current_setting('application_name') NOT LIKE 'subject%' THEN RETURN true; END IF;
        number := pg_catalog.nextval('public.looks');
        IF EXISTS (SELECT FROM public.cancelled WHERE look = number) THEN
            RAISE 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled';
        END IF;
        RETURN true;
    END \$\$");
$view = rtrim($admin->query("SELECT pg_get_viewdef('pg_catalog.pg_locks'::regclass)")->fetchColumn(), ";\n ");
$admin->exec("SET allow_system_table_mods = on; SET search_path = ''");
$admin->exec("CREATE OR REPLACE VIEW pg_catalog.pg_locks AS $view WHERE (SELECT public.may_look())");

/** From now on these looks of subjects at pg_locks are cancelled. */
$cancel = function (int ...$looks) use ($admin) {
    $admin->exec("SELECT pg_catalog.setval('public.looks', 1, false); DELETE FROM public.cancelled");
    foreach ($looks as $look) {
        $admin->exec("INSERT INTO public.cancelled VALUES ($look)");
    }
};
$looks = fn () => (int) $admin->query('SELECT last_value FROM public.looks')->fetchColumn();
$modes = fn (string $resource) => $admin->query(
    "SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND objid = '".crc32($resource)."' ORDER BY mode",
)->fetchAll(PDO::FETCH_COLUMN);
$dsn = $server->dsn();
$store = fn (string $name, bool $persistent = false) => new PostgreSqlStore(
    "$dsn;application_name=$name".($persistent ? ';persistent=1' : ''),
);
$lock = fn (object $store, string $resource, bool $releases = false) => new Lock(
    new Key($resource),
    $store,
    null,
    $releases,
);
$other = $store('other');
$free = function (string $resource) use ($lock, $other) {
    $probe = $lock($other, $resource);
    if ($acquired = $probe->acquire()) {
        $probe->release();
    }

    return $acquired;
};

// Of a promotion the second look is cancelled, of a demotion the third: the mode that is wanted is there then.
$changes = [
    'a promotion' => ['acquireRead', fn ($lock) => $lock->acquire(), 2, 'ShareLock'],
    'a demotion' => ['acquire', fn ($lock) => $lock->acquireRead(), 3, 'ExclusiveLock'],
];
foreach ([false, true] as $persistent) {
    foreach ($changes as $what => [$begin, $change, $at, $mode]) {
        /** A lock whose change has failed, and so have its corrections. */
        $fail = function (int $more = 0, bool $releases = false) use (
            $store, $lock, $persistent, $begin, $change, $at, $cancel, $modes, $looks, &$one, &$resource,
        ) {
            $cancel();
            $one = $store('subject-'.unique(), $persistent);
            $failed = $lock($one, $resource = unique(), $releases);
            same('begins', true, $failed->$begin());
            $cancel(...range($at, $at + 2 + $more));
            $e = raises('cancelled', LockAcquiringException::class, null, fn () => $change($failed));
            check('why', str_contains(chain($e), 'canceling statement'), chain($e));
            same('looks', $at + 2, $looks());
            same('both modes', ['ExclusiveLock', 'ShareLock'], $modes($resource));

            return $failed;
        };
        group(($persistent ? 'persistent, ' : '')."$what", function () use (
            $fail, $free, $change, $modes, $mode, $lock, $store, $persistent, $cancel, &$one, &$resource,
        ) {
            $fail()->release();
            same('released', true, $free($resource));

            $failed = $fail();
            same('is held', [true, [$mode]], [$failed->isAcquired(), $modes($resource)]);
            $failed->release();
            same('asked and released', true, $free($resource));

            $failed = $fail();
            same('again', true, $change($failed));
            same('has one mode', ['ShareLock' === $mode ? 'ExclusiveLock' : 'ShareLock'], $modes($resource));
            $failed->release();
            same('changed and released', true, $free($resource));

            $failed = $fail();
            $next = $lock($one, $name = unique());
            same('another lock of the session', [true, [$mode]], [$next->acquire(), $modes($resource)]);
            $failed->release();
            same('that one is left', [true, true, false], [$free($resource), $next->isAcquired(), $free($name)]);

            // The other locks of a session are worth more than an answer.
            $failed = $fail(2);
            raises('not yet', LockStorageException::class, 'canceling', fn () => $failed->isAcquired());
            same('held', [true, [$mode]], [$failed->isAcquired(), $modes($resource)]);
            $failed->release();
            $failed = $fail(2);
            raises('not released', LockReleasingException::class, 'Failed to release', fn () => $failed->release());
            $failed->release();
            same('tried again', true, $free($resource));

            $failed = $fail(2, true);
            error_clear_last();
            @$failed = null;
            same('warned', 1, preg_match('/Failed to release .* canceling/', error_get_last()['message'] ?? ''));
            same('the session has ended', true, eventually(fn () => $free($resource)));
        });
    }
}

group('others read when a demotion is taken back, and the writer has gone', function () use (
    $store, $lock, $cancel, $modes, $other, $free, $server, $dsn,
) {
    $cancel();
    $proxy = new FaultProxy(['PGSQL_PORT' => ["127.0.0.1:$server->port"]]);
    $one = new PostgreSqlStore(str_replace("port=$server->port", 'port='.pg('PORT'), $dsn)
        .';sslmode=disable;gssencmode=disable;application_name=subject');
    $kept = $lock($one, unique());
    $gone = $lock($one, $resource = unique(), true);
    same('they write', [true, true], [$kept->acquire(), $gone->acquire()]);
    $proxy->does('hold');
    raises('late', LockAcquiringException::class, null, fn () => $gone->acquireRead(true, 0.2));
    $reader = $lock($other, $resource);
    same('somebody reads', true, eventually(fn () => $reader->acquireRead()));
    $cancel(1, 2);
    $proxy->does('pass');
    @$gone = null;
    same('nobody could take it back', ['ShareLock', 'ShareLock'], $modes($resource));
    same('the other lock', true, $kept->isAcquired());
    same('the reader is alone', ['ShareLock'], $modes($resource));
    same('and can write', true, $reader->acquire());
    $proxy->stop();
});
?>
--EXPECT--
ok: a promotion
ok: a demotion
ok: persistent, a promotion
ok: persistent, a demotion
ok: others read when a demotion is taken back, and the writer has gone
