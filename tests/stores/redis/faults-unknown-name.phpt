--TEST--
RedisStore: a host name that is none
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

group('a name that is none', function () {
    $e = raises(
        'no address',
        LockStorageException::class,
        'Redis at no-such-host.invalid:6379: cannot connect: ',
        fn () => (new RedisStore('redis://no-such-host.invalid'))->save(new Symfony\Component\Lock\Key('x')),
    );
    check('says which part failed', (bool) preg_match('/name|resol/i', $e->getMessage()), $e->getMessage());
});
?>
--EXPECT--
ok: a name that is none
