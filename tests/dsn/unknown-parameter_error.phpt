--TEST--
StoreFactory: a parameter that flock, semaphore, in-memory and null do not know is refused, and no part of a directory or scope
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\StoreFactory;

$directory = temporary_directory();
$refused = fn (string $dsn, string $part) => raises(
    $dsn,
    InvalidArgumentException::class,
    $part,
    fn () => StoreFactory::createStore($dsn),
);

group('the parameter is named', function () use ($refused, $directory) {
    foreach (['flock', "flock://$directory", 'in-memory'] as $dsn) {
        foreach ([
            'fencng=1' => 'fencng',
            'keep-alive=1' => 'keep-alive',
            'keepalive=1&fencing=1' => 'keepalive',
            'fencing=1&foo=1' => 'foo',
            'keep_alive=1&foo=1' => 'foo',
            'foo' => 'foo',
            'foo&fencing=1' => 'foo',
            'fencing' => 'fencing',
            'fencing=2' => 'fencing',
            'Fencing=1' => 'Fencing',
            'keep_alive' => 'keep_alive',
            '' => '',
            'fencing=1&' => '',
        ] as $query => $name) {
            $refused("$dsn?$query", "no such parameter \"$name\"; there are \"keep_alive\" and \"fencing\", 0 or 1.");
        }
    }
    foreach (['flock+remove', "flock+remove://$directory", 'semaphore', 'semaphore://a', 'null'] as $dsn) {
        foreach (['keepalive=1' => 'keepalive', 'foo' => 'foo', 'keep_alive=0&x=fencing=1' => 'x'] as $query => $name) {
            $refused("$dsn?$query", "no such parameter \"$name\"; there is \"keep_alive\", 0 or 1.");
        }
    }
});

group('tokens that a store does not have', function () use ($refused) {
    foreach (['flock+remove', 'flock+remove://', 'semaphore', 'semaphore://', 'null'] as $name) {
        $refused("$name?fencing=1", "\"fencing\": the store of \"$name\" has no fencing tokens.");
    }
});

group('advisory locks', function () {
    raises(
        'are none of these',
        InvalidArgumentException::class,
        'Advisory locks need a connection to PostgreSQL or MySQL, "flock" is none.',
        fn () => StoreFactory::createStore('flock?fencing=1', true),
    );
});

group('no secret', function () {
    foreach ([
        'flock://user:pa?secret@host/d',
        'flock://user:pa?sec=ret@host',
        'semaphore?user:secret',
        'flock?'.str_repeat('secret', 6),
        "flock?secret\0=1",
        'flock?name=secret',
        "flock?name=1&\xff=secret",
    ] as $dsn) {
        $e = raises(show($dsn), InvalidArgumentException::class, 'parameter', fn () => StoreFactory::createStore($dsn));
        same('hidden', false, str_contains((string) $e?->getMessage(), 'sec'));
    }
});

group('a directory with a question mark', function () use ($refused, $directory) {
    mkdir($odd = "$directory/a?b=1");
    $refused("flock://$odd", 'no such parameter "b"');
    $refused("flock+remove://$odd", 'no such parameter "b"');
    (new FlockStore($odd))->save($key = new Key('r'));
    same('by the constructor', 1, count(scandir($odd)) - 2);
    same('nothing else', ['a?b=1'], array_values(array_diff(scandir($directory), ['.', '..'])));
});
?>
--EXPECT--
ok: the parameter is named
ok: tokens that a store does not have
ok: advisory locks
ok: no secret
ok: a directory with a question mark
