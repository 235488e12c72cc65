--TEST--
StoreFactory and the stores' constructors with DSNs from a seed: no crash, and the password is in no message, trace or dump
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
memory_limit=256M
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Store;
use Symfony\Component\Lock\Store\StoreFactory;

const ROUNDS = 6000;
/** Two parts of every password; what stands between and around them is anything. */
const PARTS = ['Kx9wQ1zz', 'vB7mT4yy'];

$seed = (int) (getenv('SLOCK_TEST_SEED') ?: 20261122);
mt_srand($seed);

$pick = static fn (array $from) => $from[mt_rand(0, count($from) - 1)];
$special = static fn () => $pick([
    '',
    ';',
    ';;',
    "'",
    '\\',
    "\\'",
    ' ',
    '%',
    '%40',
    '%zz',
    '/',
    '?',
    '#',
    '[',
    ']',
    '&',
    '=',
    ':',
    '"',
    '***',
    "\t",
    '+',
    '$',
    '{',
    '}',
    ',',
    "\xff",
    '0',
]);
$password = static fn () => $special().PARTS[0].$special().PARTS[1].$special();
$user = static fn () => $pick(['', 'user', 'us%65r', "u'", 'u;', '***']);
$host = static fn () => $pick([
    'localhost',
    '127.0.0.1',
    '[::1]',
    'h1,h2',
    'h1:1,h2:2',
    '',
    '/run/x.sock',
    '%2frun%2fx.sock',
    'localhost:6379',
    'localhost:0',
    'localhost:99999',
    'localhost:x',
    '.',
    str_repeat('h', 300),
]);
$query = static function () use ($pick, $password) {
    $parts = [];
    for ($i = mt_rand(0, 3); $i--;) {
        $parts[] = $pick([
            'timeout',
            'read_timeout',
            'persistent',
            'dbindex',
            'auth',
            'auth[]',
            'auth[0]',
            'host[h]',
            'host[]',
            'host',
            'redis_cluster',
            'redis_sentinel',
            'sentinel_master',
            'ssl',
            'ssl[verify_peer]',
            'weight',
            'collection',
            'charset',
            'sslmode',
            'class',
            'lazy',
            'prefix_key',
            'binary_protocol',
            'replicaSet',
            'authSource',
            'x',
            '',
            'acl',
            'appname',
        ])
            .$pick(['=', '=', '=', '', '[]=', '=='])
            .$pick(['', '0', '1', '-1', 'x', '1e9', '1e999', 'NAN', 'yes', str_repeat('9', 40), '%00', '[]', 'a b']);
    }
    if (0 === mt_rand(0, 3)) {
        $parts[] = $pick(['auth', 'password', 'auth[]', 'auth[1]']).'='.rawurlencode($password());
    }

    return $parts ? '?'.implode('&', $parts) : '';
};
$urls = [
    'redis',
    'rediss',
    'valkey',
    'valkeys',
    'memcached',
    'mongodb',
    'mongodb+srv',
    'mongodb+document',
    'mysql',
    'mysql2',
    'pgsql',
    'postgres',
    'postgresql',
    'mssql',
    'oci8',
    'pdo_oci',
    'pgsql+advisory',
    'postgresql+advisory',
    'postgres+advisory',
    'mysql+advisory',
    'mysql2+advisory',
    'zookeeper',
    'flock+x',
    'foo',
    'dynamodb',
    'redis+x',
    'REDIS',
    'amqp',
];
$pairs = ['mysql', 'pgsql', 'oci', 'sqlsrv', 'pgsql+advisory', 'mysql+advisory', 'odbc', 'firebird', 'dblib', 'foo'];
$url = static fn () => $pick($urls).$pick(['://', '://', '://', ':', ':/', ':///']).$user().$pick([':', ':', ':', ''])
    .$password().$pick(['@', '@', '@', '@@', '%40']).$host().$pick(['', '/', '/db', '/0', '/1', '/x/y', '/%00', '//'])
    .$query();
$dsn = static function () use ($pick, $pairs, $user, $password, $host) {
    $parameters = [
        "host={$host()}",
        'port='.$pick(['1', 'x', '']),
        'dbname='.$pick(['x', "'x y'", '', 'a;;b']),
        "user={$user()}",
        $pick([
            'password',
            'PASSWORD',
            ' password ',
            'sslpassword',
            'PWD',
            'auth_token',
        ]).$pick(['=', '=', ' = '])."{$password()}",
    ];
    shuffle($parameters);

    return $pick($pairs).':'.implode($pick([';', ';', ' ', '; ', ';;']), array_slice($parameters, 0, mt_rand(1, 5)));
};
/** A change somewhere that leaves the parts of the password alone. */
$mutate = static function (string $text) use ($special) {
    for ($i = mt_rand(0, 2); $i--;) {
        $at = mt_rand(0, strlen($text));
        foreach (PARTS as $part) {
            for ($found = -1; false !== $found = strpos($text, $part, $found + 1);) {
                if ($at > $found && $at < $found + strlen($part)) {
                    $at = $found;
                }
            }
        }
        $cut = PARTS[0][0] !== ($text[$at] ?? '') && PARTS[1][0] !== ($text[$at] ?? '') ? mt_rand(0, 1) : 0;
        $text = substr($text, 0, $at).(0 === mt_rand(0, 9) ? "\0" : $special()).substr($text, $at + $cut);
    }

    return $text;
};
/** Everything that a log would show. */
$everything = static function (?Throwable $e): string {
    for ($text = ''; $e; $e = $e->getPrevious()) {
        $text .= $e.print_r(
            array_map(
                static fn ($frame) => array_map(static fn ($a) => is_object($a) ? $a::class : $a, $frame['args'] ?? []),
                $e->getTrace(),
            ),
            true,
        );
    }

    return $text;
};
/** The same in the DSN that the stores of databases show. */
$place = '/\b(host|port|dbname|Server|Database)=[\w.:,\/[\]-]*(?=;|$)/m';
$tells = static fn (string $text) => array_filter(PARTS, static fn ($part) => str_contains($text, $part));

$made = $refused = $failures = 0;
$classes = [
    Store\RedisStore::class,
    Store\MemcachedStore::class,
    Store\MongoDbStore::class,
    Store\PdoStore::class,
    Store\DoctrineDbalStore::class,
    Store\PostgreSqlStore::class,
    Store\MysqlStore::class,
    Store\DoctrineDbalPostgreSqlStore::class,
    Store\DoctrineDbalMysqlStore::class,
    Store\ZookeeperStore::class,
    Slock\Store\MongoDbDocumentStore::class,
];
/** What is tried with a DSN stands in a frame of its own, whose argument no trace shows. */
$try = static function (#[SensitiveParameter] string $dsn, ?string $class, bool $advisory): object {
    return $class ? new $class($dsn) : StoreFactory::createStore($dsn, $advisory);
};
for ($round = 0; $round < ROUNDS && $failures < 10; ++$round) {
    $text = $mutate(mt_rand(0, 1) ? $url() : $dsn());
    $class = 0 === mt_rand(0, 2) ? $pick($classes) : null;
    ob_start();
    try {
        $store = $try($text, $class, (bool) mt_rand(0, 1));
        ++$made;
        // But for the host: in a damaged DSN that may be what was the password, and every message names the host.
        print_r(preg_replace(
            ['/^ *\[server:.*(Redis|Memcached|Zookeeper)Store.*/m', $place],
            '',
            print_r($store, true),
        ));
        print_r((array) $store);
        print_r(get_object_vars($store));
        $shown = '';
    } catch (Throwable $e) {
        ++$refused;
        $shown = $everything($e);
        if (!$e instanceof Symfony\Component\Lock\Exception\ExceptionInterface && !$e instanceof LogicException) {
            ++$failures;
            fwrite(STDERR, "FAIL: seed $seed, round $round: ".show($text).': '.$e::class.': '.$e->getMessage()."\n");
        }
    }
    $shown .= ob_get_clean();
    unset($store, $e);
    if ($tells($shown)) {
        ++$failures;
        echo "FAIL: seed $seed, round $round, ", $class ?? 'StoreFactory', ': ', show($text),
            " shows its password:\n$shown\n";
    }
}
check('some are stores, some are refused', $made > ROUNDS / 20 && $refused > ROUNDS / 20, "$made, $refused");
same('none shows anything', 0, $failures);
?>
--EXPECT--
ok: some are stores, some are refused
ok: none shows anything
