--TEST--
PdoStore, StoreFactory: parameters behind the name of a SQLite file are none of its name, and others are refused
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\StoreFactory;

$file = temporary_directory().'/app.db';
$holder = (new LockFactory(new PdoStore("sqlite:$file")))->createLock('money', 60, false);
same('acquired', true, $holder->acquire());

$ways = [
    ';fencing=1' => true,
    ';fencing=0' => false,
    ';keep_alive=1' => false,
    ';keep_alive=0;fencing=1' => true,
    '; Fencing=1;keep_alive=0;' => true,
    ';fencing=1;keep_alive=0;fencing=0' => false,
];
foreach ($ways as $parameters => $fences) {
    group($parameters, function () use ($file, $holder, $parameters, $fences) {
        $store = StoreFactory::createStore("sqlite:$file$parameters");
        $lock = (new LockFactory($store))->createLockFromKey($key = new Key('money'), 60, false);
        same('held', false, $lock->acquire());
        $holder->release();
        same('free', true, $lock->acquire());
        same('with a token', $fences, null !== Slock\fencing_token($key));
        $lock->release();
        same('held again', true, $holder->acquire());
    });
}
$direct = new PdoStore("sqlite:$file;fencing=1");
same('by the constructor', false, (new LockFactory($direct))->createLock('money', 60, false)->acquire());
$memory = (new LockFactory(StoreFactory::createStore('sqlite::memory:;fencing=1')))->createLock('money', 60, false);
same('in memory', true, $memory->acquire());

$refused = [
    ';fencing=2' => '"fencing" of the DSN must be 0 or 1',
    ';fencing=' => '"fencing" of the DSN must be 0 or 1',
    ';fencing' => '"fencing" of the DSN must be 0 or 1',
    ';keep_alive=yes' => '"keep_alive" of a DSN must be 0 or 1',
    ';fencng=1' => '"fencng" is no parameter',
    ';keep-alive=1' => '"keep-alive" is no parameter',
    ';keepalive=1;fencing=1' => '"keepalive" is no parameter',
    ';fencing=1;user=me;' => '"user" is no parameter',
];
foreach ($refused as $parameters => $text) {
    $make = fn () => StoreFactory::createStore("sqlite:$file$parameters");
    raises("refused: $parameters", InvalidArgumentException::class, $text, $make);
}
$make = fn () => new PdoStore("sqlite:$file;keep_alive=1");
raises('not of a store alone', InvalidArgumentException::class, '"keep_alive" is no parameter', $make);
same('no other file', ['.', '..', 'app.db'], scandir(dirname($file)));

(new PdoStore("sqlite:///$file;a=b"))->save(new Key('x'));
(new PdoStore("sqlite:$file;1.db"))->save(new Key('x'));
same('names with semicolons', ['.', '..', 'app.db', 'app.db;1.db', 'app.db;a=b'], scandir(dirname($file)));
?>
--EXPECT--
ok: acquired
ok: ;fencing=1
ok: ;fencing=0
ok: ;keep_alive=1
ok: ;keep_alive=0;fencing=1
ok: ; Fencing=1;keep_alive=0;
ok: ;fencing=1;keep_alive=0;fencing=0
ok: by the constructor
ok: in memory
ok: refused: ;fencing=2
ok: refused: ;fencing=
ok: refused: ;fencing
ok: refused: ;keep_alive=yes
ok: refused: ;fencng=1
ok: refused: ;keep-alive=1
ok: refused: ;keepalive=1;fencing=1
ok: refused: ;fencing=1;user=me;
ok: not of a store alone
ok: no other file
ok: names with semicolons
