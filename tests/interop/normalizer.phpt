--TEST--
The package's LockKeyNormalizer works with a key of the extension
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
// What the normalizer implements comes from symfony/serializer; two empty interfaces stand in for it.
namespace Symfony\Component\Serializer\Normalizer {
    interface NormalizerInterface {}
    interface DenormalizerInterface {}
}

namespace {
    require __DIR__.'/../inc/process.inc';
    if (is_native()) {
        require dirname(package('7.4')).'/Serializer/LockKeyNormalizer.php';
    }

    use Symfony\Component\Lock\Exception\UnserializableKeyException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Serializer\LockKeyNormalizer;
    use Symfony\Component\Lock\Store\InMemoryStore;

    $normalizer = new LockKeyNormalizer();
    same('supports keys', true, $normalizer->supportsNormalization(new Key('r')));
    $store = new InMemoryStore();
    $store->save($key = new Key('r'));
    $key->reduceLifetime(60);
    $json = json_encode($normalizer->normalize($key));
    $copy = $normalizer->denormalize(json_decode($json, true), Key::class);
    same('its name', 'r', (string) $copy);
    between('its lifetime', 50, 60, $copy->getRemainingLifetime());
    same('owns the lock', true, $store->exists($copy));
    same(
        'as XML gives it',
        null,
        $normalizer->denormalize(
            ['resource' => 'x', 'expiringTime' => '', 'state' => ''],
            Key::class,
        )->getRemainingLifetime(),
    );
    $as_text = fn (mixed $ends) => [
        'resource' => 'r',
        'expiringTime' => $ends,
        'state' => $key->__serialize()['state'] + ['Slock\FencingToken' => '1790000000000001'],
    ];
    foreach (['' => '%.4F', ', a whole number' => '%d'] as $what => $format) {
        $copy = $normalizer->denormalize($as_text(sprintf($format, microtime(true) + 60)), Key::class);
        between("from XML$what: its lifetime", 50, 61, $copy->getRemainingLifetime());
        same("from XML$what: owns the lock", true, $store->exists($copy));
        same("from XML$what: its token", 1790000000000001, Slock\fencing_token($copy));
    }
    foreach (['12abc', '1e999', ' ', [], '0x7'] as $wrong) {
        raises(
            'no time: '.show($wrong),
            TypeError::class,
            'expiringTime',
            fn () => (new Key('r'))->__unserialize($as_text($wrong)),
        );
    }
    $key->markUnserializable();
    raises(
        'unserializable',
        UnserializableKeyException::class,
        'The key cannot be serialized.',
        fn () => $normalizer->normalize($key),
    );
}
?>
--EXPECT--
ok: supports keys
ok: its name
ok: its lifetime
ok: owns the lock
ok: as XML gives it
ok: from XML: its lifetime
ok: from XML: owns the lock
ok: from XML: its token
ok: from XML, a whole number: its lifetime
ok: from XML, a whole number: owns the lock
ok: from XML, a whole number: its token
ok: no time: "12abc"
ok: no time: "1e999"
ok: no time: " "
ok: no time: []
ok: no time: "0x7"
ok: unserializable
