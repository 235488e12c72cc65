--TEST--
PdoStore: what signal handlers throw, and an error of the user's own code, after the row is there: the lock is had or it is free, and a release is sent until it is answered
--EXTENSIONS--
ctype
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/interrupting.inc';
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

/** Does something in the place of the next statement that looks like this. */
class Statements extends PDO
{
    public ?string $pattern = null;
    public ?Closure $does = null;
    public int $met = 0;

    private function meet(string $statement): void
    {
        if ($this->pattern && preg_match($this->pattern, $statement)) {
            $this->pattern = null;
            ++$this->met;
            ($this->does)();
        }
    }

    public function exec(string $statement): int|false
    {
        $this->meet($statement);
        $returned = parent::exec($statement);
        $this->meet("after $statement");

        return $returned;
    }

    public function query(string $query, ?int $mode = null, mixed ...$arguments): PDOStatement|false
    {
        $this->meet($query);

        return parent::query($query, $mode, ...$arguments);
    }

    public function prepare(string $query, array $options = []): PDOStatement|false
    {
        $this->meet($query);

        return parent::prepare($query, $options);
    }
}

/** As databases say it that have found a deadlock. */
function given_up(): never
{
    $e = new PDOException('deadlock detected');
    $e->errorInfo = ['40001', 0, 'deadlock detected'];

    throw $e;
}

/** @return array{Statements, PdoStore, PdoStore} a client, a store with it, and one of others */
function stores(string $driver, float $pruning = 0.0, array $options = []): array
{
    $table = fresh_table($driver);
    $pdo = new Statements(sql_dsn($driver), sql_user($driver), sql_password($driver));
    $store = new PdoStore($pdo, ['db_table' => $table] + $options, $pruning);
    $others = new PdoStore(sql_pdo($driver), ['db_table' => $table], 0.0);
    // Makes the table, and learns what the database can do.
    (new Lock(new Key('first'), $store))->acquire();

    return [$pdo, $store, $others];
}

function is_free(PdoStore $others): bool
{
    return (new Lock(new Key('r'), $others))->acquire();
}

/** What is given up, and interrupted, after the row is there. */
$after = [
    'pruning' => ['sqlite', 1.0, [], '/^DELETE .*</'],
    'a fencing token' => ['mysql', 0.0, ['fencing' => true], '/^(INSERT|UPDATE).*fence/i'],
];

foreach ($after as $what => [$driver, $pruning, $options, $pattern]) {
    [$pdo, $store, $others] = stores($driver, $pruning, $options);
    group("$what that is given up for another's sake", function () use ($pdo, $store, $others, $pattern) {
        foreach (Interruption::each() as $class => $interruption) {
            $lock = new Lock(new Key('r'), $store);
            $pdo->met = 0;
            $acquired = null;
            $got = $interruption->of(function () use ($pdo, $lock, $pattern, &$acquired) {
                $pdo->pattern = $pattern;
                $pdo->does = function () {
                    Interruption::interrupt();
                    given_up();
                };
                $acquired = $lock->acquire();
                // The interrupt comes with the next opcodes.
                for ($i = 0; $i < 1000; ++$i) {
                }
            });
            same("$class: it was", 1, $pdo->met);
            same("$class: comes out", [$class, null], $got);
            // What a handler throws may keep acquire() from returning, but the lock knows.
            same("$class: the lock is had", false, is_free($others));
            $lock = null;
            same("$class: and released by its destructor", true, is_free($others));
        }
    });
    group("$what in which the user's own code fails", function () use ($pdo, $store, $others, $pattern) {
        $lock = new Lock(new Key('r'), $store);
        $pdo->met = 0;
        $pdo->pattern = $pattern;
        $pdo->does = fn () => throw new TypeError('a bug');
        raises('told', TypeError::class, 'a bug', fn () => $lock->acquire());
        same('it did', 1, $pdo->met);
        same('free', true, is_free($others));
        same('for itself, too', true, $lock->acquire());
        $pdo->pattern = $pattern;
        raises('of who has it', TypeError::class, 'a bug', fn () => $lock->acquire());
        same('which keeps it', false, is_free($others));
        $lock->release();
    });
}

group("the user's own code fails after the statement that grants", function () {
    foreach (['sqlite', 'mysql'] as $driver) {
        [$pdo, $store, $others] = stores($driver);
        $pdo->does = fn () => throw new TypeError('a bug');
        $lock = new Lock(new Key('r'), $store);
        $ways = ['acquire()' => fn () => $lock->acquire(), 'save()' => fn () => $store->save(new Key('r'))];
        foreach ($ways as $how => $asks) {
            $pdo->met = 0;
            $pdo->pattern = '/^after (INSERT|REPLACE)/';
            raises("$driver, $how: told", TypeError::class, 'a bug', $asks);
            same("$driver, $how: it did", 1, $pdo->met);
            same("$driver, $how: free", true, is_free($others));
        }
        $store->save($key = new Key('r'));
        $pdo->pattern = '/^after (INSERT|REPLACE|UPDATE)/';
        raises("$driver, save() again: told", TypeError::class, 'a bug', fn () => $store->save($key));
        same("$driver, save() again: held as before", false, is_free($others));
        $store->delete($key);
        // Another Lock on the key of one that has let go of it.
        [$first, $second] = array_map(fn () => new Lock($key, $store, 300.0, false), [0, 1]);
        same("$driver: two on a key", [true, null, true], [$first->acquire(), $first->release(), $second->acquire()]);
        $pdo->pattern = '/^after (INSERT|REPLACE|UPDATE)/';
        raises("$driver, who has let go: told", TypeError::class, 'a bug', fn () => $first->acquire());
        same("$driver, who has let go: the other one has it", [true, false], [$second->isAcquired(), is_free($others)]);
        $second->release();
    }
});

group("a destructor's release that is given up for another's sake", function () {
    [$pdo, $store, $others] = stores('sqlite');
    foreach (Interruption::each() as $class => $interruption) {
        $warnings = [];
        set_error_handler(function (int $level, string $message) use (&$warnings) {
            $warnings[] = $message;

            return true;
        });
        $lock = new Lock(new Key('r'), $store);
        $lock->acquire();
        $got = $interruption->of(function () use ($pdo, &$lock) {
            $pdo->pattern = '/^DELETE/';
            $pdo->does = function () {
                Interruption::interrupt();
                given_up();
            };
            $lock = null;
        });
        restore_error_handler();
        same("$class: comes out", [$class, null], $got);
        same("$class: nothing failed", [], $warnings);
        same("$class: released", true, is_free($others));
    }
});
?>
--EXPECT--
ok: pruning that is given up for another's sake
ok: pruning in which the user's own code fails
ok: a fencing token that is given up for another's sake
ok: a fencing token in which the user's own code fails
ok: the user's own code fails after the statement that grants
ok: a destructor's release that is given up for another's sake
