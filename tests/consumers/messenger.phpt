--TEST--
Messenger: a key travels in a message, serialized by PHP or as JSON, from the producer that has the lock to the consumer that releases it, in all mixes
--EXTENSIONS--
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis', 'package 7.4');
need_file('Symfony/Component/Messenger/autoload.php');
need_file('Symfony/Component/Serializer/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$prelude = <<<'CODE'
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    require_once 'Symfony/Component/Messenger/autoload.php';

    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\Store\RedisStore;
    use Symfony\Component\Messenger\Envelope;
    use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;

    final class Invoice
    {
        public function __construct(public Key $key)
        {
        }
    }
    // The normalizer is all that slock leaves to PHP here.
    register_shutdown_function(function (): void {
        $php = array_diff(php_classes(), ['Symfony\Component\Lock\Serializer\LockKeyNormalizer']);
        echo is_native() && $php ? 'FAIL: from PHP: '.json_encode($php) : '';
    });
    $redis = new Redis();
    redis_connect($redis);
    $factory = new LockFactory(new RedisStore($redis));
    CODE;
$serializers = [
    'PhpSerializer' => '$serializer = new PhpSerializer();',
    'JSON' => <<<'CODE'
        require_once 'Symfony/Component/Serializer/autoload.php';
        require_once 'Symfony/Component/PropertyAccess/autoload.php';
        require_once 'Symfony/Component/PropertyInfo/autoload.php';
        require_once dirname(getenv('SLOCK_TEST_REF_74')).'/Serializer/LockKeyNormalizer.php';
        $objects = new Symfony\Component\Serializer\Normalizer\ObjectNormalizer(
            propertyTypeExtractor: new Symfony\Component\PropertyInfo\Extractor\ReflectionExtractor(),
        );
        $serializer = new Symfony\Component\Messenger\Transport\Serialization\Serializer(
            new Symfony\Component\Serializer\Serializer(
                [new Symfony\Component\Lock\Serializer\LockKeyNormalizer(), $objects],
                [new Symfony\Component\Serializer\Encoder\JsonEncoder()],
            ),
        );
        CODE,
];
$produce = <<<'CODE'
    $key = new Key($argv[1]);
    $factory->createLockFromKey($key, 60, false)->acquire() || exit("FAIL: not acquired\n");
    echo json_encode($serializer->encode(new Envelope(new Invoice($key))));
    CODE;
$consume = <<<'CODE'
    $key = $serializer->decode(json_decode($argv[2], true))->getMessage()->key;
    $lock = $factory->createLockFromKey($key, 60, false);
    $other = $factory->createLock($argv[1]);
    $said = [(string) $key === $argv[1], $lock->isAcquired(), $other->acquire()];
    $lock->release();
    echo json_encode([...$said, $lock->isAcquired(), $other->acquire()]);
    CODE;
foreach ($serializers as $name => $serializer) {
    foreach (['slock', '7.4'] as $producer) {
        foreach (['slock', '7.4'] as $consumer) {
            $start = fn (string $code, string $with, string ...$arguments) => Child::start(
                $prelude.$serializer.$code,
                $with,
                ['ctype', 'redis'],
                [],
                $arguments,
            );
            $resource = unique();
            $message = $start($produce, $producer, $resource)->finish();
            $said = $start($consume, $consumer, $resource, $message)->finish();
            same("$name, $producer to $consumer", '[true,true,false,false,true]', $said);
        }
    }
}
?>
--EXPECT--
ok: PhpSerializer, slock to slock
ok: PhpSerializer, slock to 7.4
ok: PhpSerializer, 7.4 to slock
ok: PhpSerializer, 7.4 to 7.4
ok: JSON, slock to slock
ok: JSON, slock to 7.4
ok: JSON, 7.4 to slock
ok: JSON, 7.4 to 7.4
