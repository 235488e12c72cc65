--TEST--
DatabaseTableTrait: a class written in PHP that uses it works as with the package, with and without opcache
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

$code = <<<'CODE'
    use Symfony\Component\Lock\Exception\LockConflictedException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\PersistingStoreInterface;
    use Symfony\Component\Lock\Store\DatabaseTableTrait;
    use Symfony\Component\Lock\Store\ExpiringStoreTrait;

    class OwnStore implements PersistingStoreInterface
    {
        use DatabaseTableTrait;
        use ExpiringStoreTrait;

        public int $pruned = 0;

        public function __construct(
            private PDO $pdo,
            array $options = [],
            float $gcProbability = 0.01,
            int $initialTtl = 300,
        ) {
            $this->init($options, $gcProbability, $initialTtl);
            $pdo->exec(
                "CREATE TABLE IF NOT EXISTS $this->table ($this->idCol TEXT PRIMARY KEY, $this->tokenCol TEXT, $this->expirationCol REAL)",
            );
        }

        public function save(Key $key): void
        {
            $key->reduceLifetime($this->initialTtl);
            $statement = $this->pdo->prepare(
                "INSERT INTO $this->table VALUES (?, ?, ?) ON CONFLICT ($this->idCol) DO UPDATE SET $this->expirationCol = excluded.$this->expirationCol WHERE $this->table.$this->tokenCol = excluded.$this->tokenCol",
            );
            $statement->execute([
                $this->getHashedKey($key),
                $this->getUniqueToken($key),
                microtime(true) + $this->initialTtl,
            ]);
            if (!$statement->rowCount()) {
                throw new LockConflictedException();
            }
            $this->randomlyPrune();
            $this->checkNotExpired($key);
        }

        public function putOffExpiration(Key $key, float $ttl): void
        {
            $key->reduceLifetime($ttl);
            $this->checkNotExpired($key);
        }

        public function delete(Key $key): void
        {
            $this->pdo->prepare(
                "DELETE FROM $this->table WHERE $this->idCol = ? AND $this->tokenCol = ?",
            )->execute([$this->getHashedKey($key), $this->getUniqueToken($key)]);
        }

        public function exists(Key $key): bool
        {
            $statement = $this->pdo->prepare(
                "SELECT 1 FROM $this->table WHERE $this->idCol = ? AND $this->tokenCol = ?",
            );
            $statement->execute([$this->getHashedKey($key), $this->getUniqueToken($key)]);

            return (bool) $statement->fetchColumn();
        }

        public function names(): array
        {
            return [
                $this->table,
                $this->idCol,
                $this->tokenCol,
                $this->expirationCol,
                $this->gcProbability,
                $this->initialTtl,
            ];
        }

        private function prune(): void
        {
            ++$this->pruned;
        }
    }

    class SubStore extends OwnStore
    {
        public function prune(): void
        {
            echo "not this one\n";
        }
    }

    class UninitializedStore
    {
        use DatabaseTableTrait { randomlyPrune as public; getUniqueToken as public token; }
    }

    $pdo = new PDO('sqlite::memory:');
    $store = new OwnStore($pdo);
    print_r($store->names());
    $factory = new LockFactory($store);
    $lock = $factory->createLock('a');
    $other = $factory->createLock('a');
    var_dump($lock->acquire(), $lock->acquire(), $other->acquire(), $lock->isAcquired());
    $lock->release();
    var_dump($other->acquire());
    $store->save($key = new Key('b'));
    var_dump(
        $pdo->query(
            'SELECT key_id FROM lock_keys WHERE key_token = '.$pdo->quote($key->getState(OwnStore::class)),
        )->fetchColumn() === hash('sha256', 'b'),
    );
    var_dump(strlen(base64_decode($key->getState(OwnStore::class), true)));

    print_r(
        (new OwnStore(
            $pdo,
            ['db_table' => 't', 'db_id_col' => 'i', 'db_token_col' => 'k', 'db_expiration_col' => 'e'],
            1,
            7,
        ))->names(),
    );
    foreach ([1.0 => 5, 0.0 => 0] as $probability => $expected) {
        $store = new OwnStore($pdo, [], $probability);
        for ($i = 0; $i < 5; ++$i) {
            $store->save($key);
            break;
        }
        echo $probability, ': ', $store->pruned, "\n";
    }
    foreach ([0.5] as $probability) {
        $store = new OwnStore($pdo, [], $probability);
        $key = new Key('c');
        for ($i = 0; $i < 200; ++$i) {
            $store->save($key);
        }
        echo 'now and then: ', var_export($store->pruned > 40 && $store->pruned < 160, true), "\n";
    }
    $store = new SubStore($pdo, [], 1);
    $store->save($key = new Key('d'));
    echo $store->pruned, ' ', get_class($store), ' ', var_export($key->hasState(OwnStore::class), true), ' ',
        var_export($key->hasState(SubStore::class), true), "\n";

    foreach ([
        [[], -0.5, 300],
        [[], 1.5, 300],
        [[], 0.5, 0],
        [[], 0.5, -3],
        [['db_table' => []], 0.5, 3],
        [['db_table' => 12, 'db_id_col' => null], 0.5, 3],
    ] as $arguments) {
        try {
            $store = new OwnStore($pdo, ...$arguments);
            echo implode(', ', $store->names()), "\n";
        } catch (Throwable $e) {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        }
    }
    try {
        (new UninitializedStore())->randomlyPrune();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
    $first = (new UninitializedStore())->token($key);
    var_dump($first === (new UninitializedStore())->token($key), $first === $key->getState(UninitializedStore::class));
    var_dump(
        in_array(DatabaseTableTrait::class, class_uses('OwnStore'), true),
        trait_exists(DatabaseTableTrait::class),
    );
    CODE;
twin($code, '7.4', ['pdo', 'pdo_sqlite']);

// opcache needs a file to cache.
$file = temporary_directory().'/own.php';
file_put_contents($file, "<?php\nrequire ".var_export(dirname(__DIR__, 2).'/inc/slock.inc', true).";\n".$code);
$plain = Child::file($file, 'here', ['pdo', 'pdo_sqlite'])->finish();
$run = fn (array $ini) => Child::file(
    $file,
    'here',
    ['pdo', 'pdo_sqlite'],
    $ini + ['zend_extension' => 'opcache', 'opcache.enable_cli' => '1', 'opcache.file_cache' => dirname($file)],
)->finish();
if (is_file(PHP_EXTENSION_DIR.'/opcache.so')) {
    same('opcache, first run', $plain, $run([]));
    same('opcache, from its file cache', $plain, $run([]));
    same('opcache with JIT', $plain, $run(['opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '16M']));
} else {
    check('opcache, first run', true) && check('opcache, from its file cache', true) && check('opcache with JIT', true);
}
?>
--EXPECT--
Array
(
    [0] => lock_keys
    [1] => key_id
    [2] => key_token
    [3] => key_expiration
    [4] => 0.01
    [5] => 300
)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
int(32)
Array
(
    [0] => t
    [1] => i
    [2] => k
    [3] => e
    [4] => 1
    [5] => 7
)
1: 1
0: 0
now and then: true
1 SubStore true false
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\DatabaseTableTrait::init" requires gcProbability between 0 and 1, "-0.500000" given.
Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\DatabaseTableTrait::init" requires gcProbability between 0 and 1, "1.500000" given.
Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\DatabaseTableTrait::init()" expects a strictly positive TTL, "0" given.
Symfony\Component\Lock\Exception\InvalidTtlException: "Symfony\Component\Lock\Store\DatabaseTableTrait::init()" expects a strictly positive TTL, "-3" given.
TypeError: Cannot assign array to property OwnStore::$table of type string
PDOException: SQLSTATE[HY000]: General error: 1 near "12": syntax error
Error: Typed property UninitializedStore::$gcProbability must not be accessed before initialization
bool(true)
bool(true)
bool(true)
bool(true)
The package 7.4 prints the same.
ok: opcache, first run
ok: opcache, from its file cache
ok: opcache with JIT
