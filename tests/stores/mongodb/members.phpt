--TEST--
MongoDbStore: a member of the replica set that cannot be reached, named in the URI or not, neither hangs nor delays who finds the primary
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

/** The first lock of a process, waited for as long as the user of a busy machine may have to. */
function first(string $what, string $hosts): void
{
    $user = mongodb_user($hosts, '&replicaSet=rs');
    same("$what: the first lock", 'acquired', mongodb_wait($user, 2.0));
    same("$what: the next", 'acquired', mongodb_wait($user, 2.0));
    $user->finish();
}

$refusing = '127.0.0.1:'.free_port();
$silent = stream_socket_server('tcp://127.0.0.1:0');
// Whose queue is full, so that the kernel does not answer either.
$silent = stream_socket_server(
    'tcp://127.0.0.1:0',
    $code,
    $message,
    STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
    stream_context_create(['socket' => ['backlog' => 0]]),
);
$queue = [];
for ($i = 0; $i < 3; ++$i) {
    $queue[] = stream_socket_client(
        'tcp://'.stream_socket_get_name($silent, false),
        $code,
        $message,
        0,
        STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT,
    );
}
foreach ([
    'one that refuses' => $refusing,
    'one without an address' => 'nowhere.invalid:27017',
    'one that says nothing' => stream_socket_get_name($silent, false),
    'one that is not there' => stream_socket_get_name($silent, false),
] as $what => $member) {
    group($what, function () use ($what, $member) {
        $primary = new MongodbPrimary($member);
        first('not named', $primary->host);
        first('named', "$member,$primary->host");
        $primary->end();
    });
}

group('a name with more addresses than the server listens on', function () {
    $primary = new MongodbPrimary();
    $user = mongodb_user('localhost:'.parse_url("tcp://$primary->host", PHP_URL_PORT), '&directConnection=true');
    same('acquired', 'acquired', mongodb_wait($user, 2.0));
    $primary->end();
    $user->finish();
});
?>
--EXPECT--
ok: one that refuses
ok: one without an address
ok: one that says nothing
ok: one that is not there
ok: a name with more addresses than the server listens on
