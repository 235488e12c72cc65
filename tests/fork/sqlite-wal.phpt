--TEST--
SQLite in WAL mode: in a child whose parent has the file open the store refuses to use it, which would be no lock; otherwise it works
--EXTENSIONS--
pcntl
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

/** What acquire() makes of it in a child: of the parent's store, of one that is made there, and once more. */
function in_child(?PdoStore $store, string $file): array
{
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!$child = pcntl_fork()) {
        $outcomes = [];
        foreach ([$store ?? new PdoStore("sqlite:$file", [], 0), new PdoStore("sqlite:$file", [], 0), $store] as $one) {
            try {
                $outcomes[] = $one && (new LockFactory($one))->createLock(unique())->acquire();
            } catch (Exception $e) {
                $outcomes[] = preg_match('/in WAL mode cannot/', $e->getPrevious()?->getMessage() ?? '') ? 'WAL' : "$e";
            }
        }
        fwrite($theirs, json_encode($outcomes));
        exit;
    }
    fclose($theirs);
    $outcomes = json_decode(stream_get_contents($ours), true);
    pcntl_waitpid($child, $status);

    return $outcomes;
}

foreach (['wal', 'delete'] as $mode) {
    $file = sqlite_file()."-$mode";
    same("$mode: set", $mode, (new PDO("sqlite:$file"))->query("PRAGMA journal_mode = $mode")->fetchColumn());
    $store = new PdoStore("sqlite:$file", [], 0);
    same("$mode: not used by the parent", [true, true, true], in_child($store, $file));
    same("$mode: the parent", true, ($lock = (new LockFactory($store))->createLock('parent', 300.0, false))->acquire());
    $refused = 'wal' === $mode ? 'WAL' : true;
    same("$mode: the parent's", [$refused, $refused, $refused], in_child($store, $file));
    same("$mode: another one", [$refused, $refused, false], in_child(null, $file));
    same("$mode: the parent still has it", true, $lock->isAcquired());
    $lock->release();
    $lock = $store = null;
    same("$mode: closed before", [true, true, false], in_child(null, $file));
}
?>
--EXPECT--
ok: wal: set
ok: wal: not used by the parent
ok: wal: the parent
ok: wal: the parent's
ok: wal: another one
ok: wal: the parent still has it
ok: wal: closed before
ok: delete: set
ok: delete: not used by the parent
ok: delete: the parent
ok: delete: the parent's
ok: delete: another one
ok: delete: the parent still has it
ok: delete: closed before
