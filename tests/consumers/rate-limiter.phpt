--TEST--
RateLimiter: two processes share a limit under a lock, and consume no more than it allows
--EXTENSIONS--
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis');
need_file('Symfony/Component/RateLimiter/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = <<<'CODE'
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    require_once 'Symfony/Component/RateLimiter/autoload.php';
    require_once 'Symfony/Component/Cache/autoload.php';

    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\Store\RedisStore;

    $redis = redis_url();
    $limiters = new Symfony\Component\RateLimiter\RateLimiterFactory(
        ['id' => 'api', 'policy' => 'fixed_window', 'limit' => 100, 'interval' => '1 hour'],
        new Symfony\Component\RateLimiter\Storage\CacheStorage(
            new Symfony\Component\Cache\Adapter\FilesystemAdapter('', 0, $argv[1]),
        ),
        new LockFactory(new RedisStore($redis)),
    );
    fgets(STDIN);
    for ($accepted = $i = 0; $i < 80; ++$i) {
        $accepted += (int) $limiters->create($argv[2])->consume()->isAccepted();
    }
    echo $accepted, ' ', php_classes() ? 'PHP' : 'native', "\n";
    CODE;
$arguments = [temporary_directory(), unique()];
$both = array_map(fn () => Child::start($code, 'here', ['ctype'], [], $arguments), [1, 2]);
array_map(fn ($one) => $one->say(''), $both);
$said = array_map(fn ($one) => trim($one->finish()), $both);
same('all of the limit, and no more', 100, array_sum(array_map('intval', $said)));
same('natively', [true, true], array_map(fn ($one) => str_ends_with($one, ' native'), $said));
?>
--EXPECT--
ok: all of the limit, and no more
ok: natively
