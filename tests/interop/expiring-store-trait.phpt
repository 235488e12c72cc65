--TEST--
ExpiringStoreTrait in a class written in PHP: with and without opcache, as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

const SCRIPT = <<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\ExpiringStoreTrait;

class ExpiringStore implements PersistingStoreInterface
{
    use ExpiringStoreTrait;

    public float $slow = 0;
    public ?Throwable $failure = null;

    public function save(Key $key): void
    {
        $key->reduceLifetime(10 - $this->slow);
        $this->checkNotExpired($key);
        echo "  saved\n";
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        $key->reduceLifetime($ttl - $this->slow);
        $this->checkNotExpired($key);
        echo "  put off\n";
    }

    public function delete(Key $key): void
    {
        echo "  deleted\n";
        if ($this->failure) {
            throw $this->failure;
        }
    }

    public function exists(Key $key): bool
    {
        return false;
    }
}
class Renamed
{
    use ExpiringStoreTrait {
        checkNotExpired as public check;
    }

    public function delete(Key $key): void
    {
        echo "  deleted by another class\n";
    }
}
class Hidden
{
    use ExpiringStoreTrait {
        checkNotExpired as public check;
    }

    private function delete(Key $key): void
    {
        echo "  deleted by a private method\n";
    }
}
class Magic
{
    use ExpiringStoreTrait {
        checkNotExpired as public check;
    }

    public function __call(string $name, array $arguments): void
    {
        echo "  $name($arguments[0])\n";
    }
}
class Without
{
    use ExpiringStoreTrait {
        checkNotExpired as public check;
    }
}

var_dump(class_uses('ExpiringStore'), (new ReflectionMethod('ExpiringStore', 'checkNotExpired'))->isPrivate());
$store = new ExpiringStore();
$lock = new Lock(new Key('r'), $store, 20);
echo outcome(fn () => $lock->acquire()), "\n";
$store->slow = 15;
echo outcome(fn () => $lock->acquire()), "\n";
$store->failure = new RuntimeException('delete fails');
echo outcome(fn () => $store->save(new Key('s'))), "\n";
$store->failure = new Error('delete fails badly');
echo outcome(fn () => $store->save(new Key('s'))), "\n";
$key = new Key('t');
$renamed = new Renamed();
echo outcome(fn () => $renamed->check($key)), "\n";
$key->reduceLifetime(-1);
echo outcome(fn () => $renamed->check($key)), "\n";
foreach ([new Hidden(), new Magic(), new Without()] as $other) {
    echo outcome(fn () => $other->check($key)), "\n";
}
CODE;

// In a file: opcache keeps what comes from files.
$file = temporary_directory().'/script.php';
file_put_contents($file, "<?php\n".SCRIPT);
$script = 'require '.var_export($file, true).';';

twin($script);
ob_start();
twin($script);
$plain = ob_get_clean();
$opcache = is_file(PHP_EXTENSION_DIR.'/opcache.so')
    ? ['zend_extension' => 'opcache', 'opcache.enable_cli' => '1', 'opcache.file_update_protection' => '0']
    : [];
foreach ([
    'opcache' => $opcache,
    'opcache and its compiler' => $opcache + [
        'opcache.jit' => 'tracing',
        'opcache.jit_buffer_size' => '16M',
        'opcache.jit_hot_func' => '1',
    ],
] as $what => $ini) {
    ob_start();
    twin($script, '7.4', [], $ini);
    same("with $what", $plain, ob_get_clean());
}
?>
--EXPECT--
array(1) {
  ["Symfony\Component\Lock\Store\ExpiringStoreTrait"]=>
  string(47) "Symfony\Component\Lock\Store\ExpiringStoreTrait"
}
bool(true)
  saved
  put off
true
  deleted
Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  deleted
Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "s" lock.
  deleted
Error: delete fails badly
NULL
  deleted by another class
Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "t" lock.
  deleted by a private method
Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "t" lock.
  delete(t)
Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "t" lock.
Error: Call to undefined method Without::delete()
The package 7.4 prints the same.
ok: with opcache
ok: with opcache and its compiler
