--TEST--
MemcachedStore: the key is the resource where \Memcached can send it, and its hash where it cannot
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MemcachedStore;

$run = unique();
$names = [
    'plain' => 'plain',
    '250 bytes' => str_repeat('k', 250 - strlen($run)),
    '251 bytes' => str_repeat('k', 251 - strlen($run)),
    '1000 bytes' => str_repeat('k', 1000),
];
foreach ([
    'space' => ' ',
    'tab' => "\t",
    'line break' => "\n",
    'carriage return' => "\r",
    'NUL' => "\0",
    'DEL' => "\x7f",
    'UTF-8' => "\u{e9}",
    'byte 255' => "\xff",
] as $what => $bytes) {
    $names[$what] = "a{$bytes}b";
}
$ways = [
    'binary' => [new MemcachedStore(memcached_dsn()), memcached_client('', true)],
    'text' => [new MemcachedStore(memcached_dsn('', '&binary_protocol=0')), memcached_client()],
];
foreach ($ways as $protocol => [$native, $client]) {
    $object = new MemcachedStore($client);
    foreach ($names as $what => $name) {
        $key = new Key($run.$name);
        $native->save($key);
        $token = $key->getState(MemcachedStore::class);
        $hash = 'slock.'.hash('sha256', $run.$name);
        // In the text protocol libmemcached 1.1 ends the process at a NUL, and misreads the answer to other control
        // characters.
        $unsafe = 'text' === $protocol && preg_match('/[\0- \x7f]/', $name);
        $where = match (true) {
            !$unsafe && $client->get($run.$name) === $token => 'as it is',
            $client->get($hash) === $token => 'hashed',
            default => 'nowhere',
        };
        // What the PHP package does.
        $refused = $unsafe
            || !$client->add($run.$name, 'x', 1) && Memcached::RES_BAD_KEY_PROVIDED === $client->getResultCode();
        // Newer versions of the extension send bytes beyond ASCII in the text protocol, and so does the package through
        // them.
        $newer = 'text' === $protocol && !$refused && preg_match('/[\x80-\xff]/', $name);
        group(
            "$protocol, $what: $where",
            function () use ($client, $where, $native, $object, $key, $name, $run, $refused, $newer) {
                same('hashed where the client cannot send it', $refused || $newer ? 'hashed' : 'as it is', $where);
                if ($newer) {
                    $client->delete($run.$name);
                    $native->delete($key);
                    $object->save($key);
                    same('as the package does', $key->getState(MemcachedStore::class), $client->get($run.$name));
                    $object->delete($key);

                    return;
                }
                check('the same for a client object', $object->exists($key));
                raises('excluded', LockConflictedException::class, null, fn () => $object->save(new Key($run.$name)));
                $object->delete($key);
                check('released', !$native->exists($key));
            },
        );
    }
}

$long = new Key($run.str_repeat('p', 240 - strlen($run)));
$prefixed = new MemcachedStore(memcached_dsn('0123456789abcdef:'));
$prefixed->save($long);
same(
    'prefix and resource together are too long: hashed, after the prefix',
    $long->getState(MemcachedStore::class).' flags 0',
    MemcachedText::shared()->get('0123456789abcdef:slock.'.hash('sha256', (string) $long)),
);
foreach ([false, true] as $binary) {
    group('the same for a client object'.($binary ? ', binary protocol' : ''), function () use ($long, $binary) {
        $object = new MemcachedStore(memcached_client('0123456789abcdef:', $binary));
        check('held', $object->exists($long));
        raises('excluded', LockConflictedException::class, null, fn () => $object->save(new Key((string) $long)));
    });
}
$prefixed->delete($long);
group('a client object that throws when it is asked for its protocol', function () use ($run) {
    $client = new class() extends Memcached {
        public function getOption($option): mixed
        {
            throw new DomainException('no options today');
        }
    };
    $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    raises(
        'exists',
        LockStorageException::class,
        'no options today',
        fn () => (new MemcachedStore($client))->exists(new Key("$run two words")),
    );
});
group('a client object that throws only once: it is asked for nothing else', function () use ($run) {
    $client = new class() extends Memcached {
        public array $calls = [];
        private bool $has_thrown = false;

        public function getOption($option): mixed
        {
            if (!$this->has_thrown) {
                $this->has_thrown = true;
                throw new DomainException('no options now');
            }

            return parent::getOption($option);
        }

        public function add($key, $value, $expiration = 0): bool
        {
            $this->calls[] = 'add';

            return parent::add($key, $value, $expiration);
        }

        public function get($key, $cache_cb = null, $get_flags = 0): mixed
        {
            $this->calls[] = 'get';

            return parent::get($key, $cache_cb, $get_flags);
        }
    };
    $client->addServer(getenv('SLOCK_TEST_MEMCACHED_HOST'), (int) getenv('SLOCK_TEST_MEMCACHED_PORT'));
    $store = new MemcachedStore($client);
    $key = new Key("$run three words");
    raises('save', LockStorageException::class, 'no options now', fn () => $store->save($key));
    same('what it was asked for', [], $client->calls);
    $store->save($key);
    same('the next time', true, $store->exists($key));
    $store->delete($key);
});
?>
--EXPECT--
ok: binary, plain: as it is
ok: binary, 250 bytes: as it is
ok: binary, 251 bytes: hashed
ok: binary, 1000 bytes: hashed
ok: binary, space: as it is
ok: binary, tab: as it is
ok: binary, line break: hashed
ok: binary, carriage return: as it is
ok: binary, NUL: as it is
ok: binary, DEL: as it is
ok: binary, UTF-8: as it is
ok: binary, byte 255: as it is
ok: text, plain: as it is
ok: text, 250 bytes: as it is
ok: text, 251 bytes: hashed
ok: text, 1000 bytes: hashed
ok: text, space: hashed
ok: text, tab: hashed
ok: text, line break: hashed
ok: text, carriage return: hashed
ok: text, NUL: hashed
ok: text, DEL: hashed
ok: text, UTF-8: hashed
ok: text, byte 255: hashed
ok: prefix and resource together are too long: hashed, after the prefix
ok: the same for a client object
ok: the same for a client object, binary protocol
ok: a client object that throws when it is asked for its protocol
ok: a client object that throws only once: it is asked for nothing else
