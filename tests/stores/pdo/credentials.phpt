--TEST--
PdoStore: a DSN is read as its driver reads it, whatever stands in the password, and no message shows any of that
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=5
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../../inc/own-database.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\StoreFactory;

/** Everything that a log would show. */
function everything(?Throwable $e): string
{
    for ($text = ''; $e; $e = $e->getPrevious()) {
        $text .= $e->getMessage().$e->getTraceAsString()
            .print_r(
                array_map(
                    fn ($frame) => array_map(fn ($a) => is_object($a) ? $a::class : $a, $frame['args'] ?? []),
                    $e->getTrace(),
                ),
                true,
            )
            .print_r($e->errorInfo ?? [], true);
    }

    return $text;
}

/** "connected", or what was thrown. */
function connect(callable $f): string|Throwable
{
    try {
        $f();
    } catch (Throwable $e) {
        return $e;
    }

    return 'connected';
}

/** How a password may be written, so that the driver reads it. */
const WRITINGS = [
    'mysql' => [
        'a;b' => ['a;;b'],
        'se;;cret;' => ['se;;;;cret;;'],
        ';' => [';;'],
        'with space' => ['with space'],
        'a=b=c' => ['a=b=c'],
        "it's" => ["it's"],
        "'quoted'" => ["'quoted'"],
        'back\\slash\\' => ['back\\slash\\'],
        'password=x' => ['password=x'],
        '***' => ['***'],
        '*' => ['*'],
    ],
    'pgsql' => [
        "it's" => ["'it\\'s'", "it\\'s"],
        'back\\slash' => ["'back\\\\slash'", 'back\\\\slash'],
        'with space' => ["'with space'", 'with\\ space', "'with;space'"],
        'a=b=c' => ['a=b=c', "'a=b=c'"],
        "'quoted'" => ["'\\'quoted\\''", "\\'quoted\\'"],
        'plain' => ['plain', "'plain'", '\\p\\l\\a\\i\\n', "  'plain'  ", '  plain ', "\tplain\n"],
        'end\\' => ["'end\\\\'", 'end\\\\'],
        "x' host=nowhere" => ["'x\\' host=nowhere'"],
        '***' => ['***'],
        '*' => ["'*'"],
    ],
];

foreach (WRITINGS as $kind => $passwords) {
    $server = new OwnDatabase($kind);
    $address = "$kind:host=127.0.0.1;port=$server->port;dbname=$server->database";
    $admin = new PDO($address, $server->user, $server->password);
    $set = 'pgsql' === $kind ? "ALTER ROLE $server->user PASSWORD " : "ALTER USER $server->user IDENTIFIED BY ";
    foreach ($passwords as $password => $writings) {
        $password = (string) $password;
        $admin->exec($set.$admin->quote($password));
        foreach ($writings as $writing) {
            group(
                "$kind: password ".addcslashes($writing, "\t\n"),
                function () use ($kind, $address, $server, $writing) {
                    $last = 'pgsql' === $kind
                        ? "$address user=$server->user password=$writing"
                        : "$address;user=$server->user;password=$writing";
                    foreach ([
                        $last,
                        'pgsql' === $kind
                            ? "pgsql:password=$writing;user = $server->user;".substr($address, 6)
                            : "mysql:password=$writing;user=$server->user;".substr($address, 6),
                    ] as $dsn) {
                        same('the driver reads it so', 'connected', connect(fn () => new PDO($dsn)));
                        same('and so do we', 'connected', connect(fn () => (new PdoStore($dsn))->exists(new Key('x'))));
                        same(
                            'through the factory, too',
                            'connected',
                            connect(fn () => StoreFactory::createStore($dsn)->exists(new Key('x'))),
                        );
                    }
                },
            );
        }
    }
    // Now none of them is right.
    $admin->exec("$set'other'");
    group("$kind: what a message shows", function () use ($kind, $address, $server, $passwords) {
        foreach ($passwords as $password => $writings) {
            if (strlen($password) < 3) {
                continue;
            }
            foreach ($writings as $writing) {
                foreach ([
                    "$address;user=$server->user;password=$writing",
                    "$kind:password=$writing;user=$server->user;".substr($address, 6),
                ] as $dsn) {
                    foreach ([[], ['db_password' => 'not '.$password]] as $options) {
                        $e = connect(fn () => (new PdoStore($dsn, $options))->exists(new Key('x')));
                        check("$writing: it fails", $e instanceof Throwable);
                        check(
                            "$writing: where",
                            str_contains($e->getMessage(), "host=127.0.0.1;port=$server->port"),
                            $e->getMessage(),
                        );
                        foreach ([(string) $password, $writing, rawurlencode($password)] as $secret) {
                            // The user's name and the words of the servers are none.
                            check(
                                "$writing: it does not show",
                                in_array($secret, ['plain', '***'], true) || !str_contains(everything($e), $secret),
                                everything($e),
                            );
                        }
                    }
                }
            }
        }
    });
    $server->stop();
}

group('a DSN that no driver can read', function () {
    foreach ([
        "pgsql:host=h password='secret",
        'pgsql:host=h secret',
        'pgsql:secret',
        'pgsql:postgresql://user:secret@h/db',
        "pgsql:host=h password='se\\'cret user=secret",
        "pgsql:password=x\0secret",
        "mysql:password=x\0secret",
    ] as $dsn) {
        $e = connect(fn () => new PdoStore($dsn));
        same($dsn, 'PdoStore: the DSN is malformed.', $e instanceof Throwable ? $e->getMessage() : $e);
        check("$dsn: it shows nothing", !str_contains(everything($e), 'secret'), everything($e));
    }
});

group('other things to hide', function () {
    foreach ([
        'pgsql:host=127.0.0.1;port=1;sslpassword=secret',
        'pgsql:host=127.0.0.1 port=1 sslpassword=\'sec ret\'',
        'mysql:host=127.0.0.1;port=1;secret',
        'mysql:host=127.0.0.1;port=1;PASSWORD=secret;',
        'mysql:host=127.0.0.1;port=1;x;password=secret',
        'mysql:host=127.0.0.1;port=1;auth_token=se;;cret',
    ] as $dsn) {
        $e = connect(fn () => (new PdoStore($dsn))->exists(new Key('x')));
        check("$dsn: it fails", $e instanceof Throwable && str_contains($e->getMessage(), '127.0.0.1'), show($e));
        check(
            "$dsn: it shows nothing",
            !str_contains(everything($e), 'secret') && !str_contains(everything($e), 'cret'),
            everything($e),
        );
    }
});

group('passwords that are what replaces them', function () {
    foreach (['*', '**', '***', '****', '******', '*** ***'] as $password) {
        $took = seconds(
            fn () => connect(
                fn () => (new PdoStore('mysql:unix_socket=/***/nowhere', [
                    'db_username' => '***',
                    'db_password' => $password,
                ]))->exists(new Key('x')),
            ),
        );
        between("$password: seconds", 0, 5, $took);
    }
});
?>
--EXPECT--
ok: mysql: password a;;b
ok: mysql: password se;;;;cret;;
ok: mysql: password ;;
ok: mysql: password with space
ok: mysql: password a=b=c
ok: mysql: password it's
ok: mysql: password 'quoted'
ok: mysql: password back\slash\
ok: mysql: password password=x
ok: mysql: password ***
ok: mysql: password *
ok: mysql: what a message shows
ok: pgsql: password 'it\'s'
ok: pgsql: password it\'s
ok: pgsql: password 'back\\slash'
ok: pgsql: password back\\slash
ok: pgsql: password 'with space'
ok: pgsql: password with\ space
ok: pgsql: password 'with;space'
ok: pgsql: password a=b=c
ok: pgsql: password 'a=b=c'
ok: pgsql: password '\'quoted\''
ok: pgsql: password \'quoted\'
ok: pgsql: password plain
ok: pgsql: password 'plain'
ok: pgsql: password \p\l\a\i\n
ok: pgsql: password   'plain'  
ok: pgsql: password   plain 
ok: pgsql: password \tplain\n
ok: pgsql: password 'end\\'
ok: pgsql: password end\\
ok: pgsql: password 'x\' host=nowhere'
ok: pgsql: password ***
ok: pgsql: password '*'
ok: pgsql: what a message shows
ok: a DSN that no driver can read
ok: other things to hide
ok: passwords that are what replaces them
