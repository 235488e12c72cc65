--TEST--
MysqlStore over persistent \PDO objects: a lock of an earlier request that could not be given back is given back later, and takes no lock of this request with it
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

/* Request after request in one process, which is PHP's own web server. */
file_put_contents(
    $script = temporary_directory().'/request.php',
    '<?php require '.var_export(realpath(__DIR__.'/../../inc/sql.inc'), true).<<<'CODE'
    ;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\MysqlStore;

    /** Refuses statements without an answer for a while, and questions in another one. */
    final class Refusing extends PDO
    {
        public static bool $refuses = true;
        public static int $refused = 0;
        public static bool $silent = false;
        public static ?PDOStatement $answer = null;

        public function exec(string $statement): int|false
        {
            self::$refuses && ++self::$refused;

            return self::$refuses ? throw new PDOException('not now') : parent::exec($statement);
        }

        public function query(string $query, ?int $mode = null, mixed ...$arguments): PDOStatement|false
        {
            return self::$silent ? throw new PDOException('not now') : parent::query($query, $mode, ...$arguments);
        }
    }

    $make = fn () => new Refusing(my_dsn(false), my('USER'), my('PASSWORD'), [PDO::ATTR_PERSISTENT => 'left']);
    $lock = fn (PDO $pdo, string $name) => new Lock(new Key($name), new MysqlStore($pdo), null, false);
    $pdo = $make();
    $id = fn (PDO $pdo) => $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
    switch ($_GET['what']) {
        case 'leaves':
            $kept = $lock($pdo, $_GET['left']);
            $did = ['acquired' => $kept->acquire(), 'session' => $id($pdo)];
            // Until its end the request is in the middle of an answer, and nothing else can be asked.
            $pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
            Refusing::$answer = $pdo->query('SELECT 1 UNION SELECT 2');
            break;
        case 'gives back':
            $kept = [$lock($pdo, $_GET['first']), $lock($other = $make(), $_GET['second'])];
            $did = ['acquired' => [$kept[0]->acquire()], 'refused' => Refusing::$refused];
            // What this leaves in doubt is held all the same.
            Refusing::$silent = true;
            $did['again'] = outcome(fn () => $kept[0]->acquire());
            Refusing::$silent = Refusing::$refuses = false;
            $did['acquired'][] = $kept[1]->acquire();
            break;
        case 'acquires':
            $kept = [$lock($pdo, $_GET['first']), $lock($pdo, $_GET['left']), $lock($pdo, $_GET['left'])];
            $did = ['acquired' => array_map(fn ($lock) => outcome(fn () => $lock->acquire()), $kept)];
            $did['refused'] = Refusing::$refused;
            break;
    }
    $did['session'] ??= $id($pdo);
    $did += ['held' => [], 'process' => getmypid()];
    foreach (['first', 'second', 'left'] as $name) {
        isset($_GET[$name]) && $did['held'][$name] = !my_pdo()->query(
            "SELECT IS_FREE_LOCK('".hash('sha256', $_GET[$name])."')",
        )->fetchColumn();
    }
    echo json_encode($did);
    CODE,
);
$port = free_port();
$server = Child::run(
    ['-S', "127.0.0.1:$port", $script],
    'here',
    ['mysqlnd', 'pdo', 'pdo_mysql'],
    [],
    ['sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh'],
);
check('the web server answers', eventually(fn () => @fsockopen('127.0.0.1', $port)));
$get = fn (string $what, array $names) => json_decode(
    (string) file_get_contents(
        "http://127.0.0.1:$port/?".http_build_query(['what' => $what] + $names),
        false,
        stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 20]]),
    ),
    true,
);
$my = my_pdo();
$free = fn (string $resource) => 1 === (int) $my->query(
    "SELECT IS_FREE_LOCK('".hash('sha256', $resource)."')",
)->fetchColumn();
foreach (['gives back', 'acquires'] as $what) {
    group($what, function () use ($what, $get, $free) {
        $names = ['left' => unique()];
        $before = $get('leaves', $names);
        same('acquired', true, $before['acquired']);
        same('left behind', false, $free($names['left']));
        $after = $get($what, $names += ['first' => unique()] + ('acquires' === $what ? [] : ['second' => unique()]));
        $of = fn (array $did) => [$did['process'], $did['session']];
        same('one process, one session', $of($before), $of($after));
        same('could not be given back at first', 1, $after['refused']);
        if ('acquires' === $what) {
            same('its next owner has it, and is alone', ['true', 'true', 'false'], $after['acquired']);
            same('held', ['first' => true, 'left' => true], $after['held']);
        } else {
            check('acquired again, without an answer', str_contains($after['again'], 'not now'), $after['again']);
            same('the others', [true, true], $after['acquired']);
            same('held', ['first' => true, 'second' => true, 'left' => false], $after['held']);
        }
        same('all are free after it', true, eventually(fn () => !array_filter($names, fn ($name) => !$free($name))));
    });
}
$server->kill();
?>
--EXPECT--
ok: the web server answers
ok: gives back
ok: acquires
