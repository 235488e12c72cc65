--TEST--
PostgreSqlStore by DSN and by \PDO: two stores with one key do what those of the package do
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

// One key and two stores: what every method says, in an order in which no session waits for another one.
const CODE = <<<'CODE'
    use Symfony\Component\Lock\Exception\LockConflictedException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\CombinedStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;
    use Symfony\Component\Lock\Strategy\ConsensusStrategy;
    use Symfony\Component\Lock\Strategy\UnanimousStrategy;
    [$dsn, $name] = [$argv[1], $argv[2]];
    $pdo = new PDO($dsn);
    $ways = ['dsn' => fn () => new PostgreSqlStore($dsn), 'pdo' => fn () => new PostgreSqlStore($pdo)];
    foreach ($ways as $way => $make) {
        $calls = 0;
        $say = function (string $what, callable $f) use ($way, &$calls) {
            try {
                $outcome = var_export($f(), true);
            } catch (LockConflictedException) {
                $outcome = 'conflict';
            }
            echo $way, ' ', ++$calls, " $what: $outcome\n";
        };
        $a = $make();
        $b = $make();
        foreach (['save', 'saveRead'] as $first) {
            foreach (['save', 'saveRead'] as $second) {
                $key = new Key("$name $way $first $second");
                $say("a $first", fn () => $a->$first($key));
                $say('b exists', fn () => $b->exists($key));
                $say('b refreshes', fn () => $b->putOffExpiration($key, 5));
                $say('b deletes', fn () => $b->delete($key));
                $say('a exists', fn () => $a->exists($key));
                $say("b $second", fn () => $b->$second($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
                $say('b deletes', fn () => $b->delete($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
                $say('a deletes', fn () => $a->delete($key));
                $say("b $second", fn () => $b->$second($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
                $say('b deletes', fn () => $b->delete($key));
            }
        }
        foreach ([new UnanimousStrategy(), new ConsensusStrategy()] as $strategy) {
            foreach ([[$a, $b], [$a, $a], [$a, $b, $b]] as $members) {
                $key = new Key("$name $way quorum");
                $combined = new CombinedStore($members, $strategy);
                $say('quorum saves', fn () => $combined->save($key));
                $say('quorum exists', fn () => $combined->exists($key));
                $say('quorum deletes', fn () => $combined->delete($key));
                $say('both exist', fn () => [$a->exists($key), $b->exists($key)]);
            }
        }
    }
    CODE;

$arguments = ['arguments' => [pg_dsn(), unique()]];
$theirs = Child::start(CODE, '7.4', ['pdo', 'pdo_pgsql'], ...$arguments)->finish();
$ours = Child::start(CODE, 'here', ['pdo', 'pdo_pgsql'], ...$arguments)->finish();
same('what the two stores say', explode("\n", $theirs), explode("\n", $ours));
same('calls', 260, substr_count($ours, "\n"));
?>
--EXPECT--
ok: what the two stores say
ok: calls
