--TEST--
How a script ends decides whether its locks are released: as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$endings = [
    'the end' => 'echo "last line\n";',
    'exit' => 'echo "last line\n"; exit;',
    'exit within a function' => 'function f(): void { $inner = lock("inner"); exit; } f();',
    'an exception that nobody catches' => 'ini_set("display_errors", "0"); throw new Exception("nobody catches me");',
    'a fatal error' =>
        'ini_set("display_errors", "0"); $lock->acquire(); eval("interface I {} '
            .'class C implements I { private function __clone(): int {} }");',
    'a shutdown function that still uses the lock' =>
        'register_shutdown_function(function () use ($lock) { echo "shutdown\n"; $lock->refresh(10); });',
    'a shutdown function that throws' =>
        'ini_set("display_errors", "0"); register_shutdown_function(function () { throw new Exception("late"); });',
    'a lock in a static variable' => 'function g(): void { static $kept; $kept = lock("static"); } g();',
    'a lock in a static property' => 'class Holder { public static $lock; } Holder::$lock = lock("property");',
    'an output handler' => 'ob_start(fn ($text) => strtoupper($text)); echo "buffered\n";',
];
foreach ($endings as $what => $code) {
    echo "--- $what\n";
    twin(<<<CODE
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Lock;
        function lock(string \$name): Lock
        {
            static \$store = null;
            \$store ??= new PlainStore();
            \$store->next['exists'] = [true, false, true, false];
            \$lock = new Lock(new Key(\$name), \$store, 30);
            \$lock->acquire();
            return \$lock;
        }
        \$lock = lock('outer');
        $code
        CODE);
}
?>
--EXPECT--
--- the end
  store->save(outer)
  store->putOffExpiration(outer, 30)
last line
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
The package 7.4 prints the same.
--- exit
  store->save(outer)
  store->putOffExpiration(outer, 30)
last line
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
The package 7.4 prints the same.
--- exit within a function
  store->save(outer)
  store->putOffExpiration(outer, 30)
  store->save(inner)
  store->putOffExpiration(inner, 30)
  store->exists(inner)
  store->delete(inner)
  store->exists(inner)
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
The package 7.4 prints the same.
--- an exception that nobody catches
  store->save(outer)
  store->putOffExpiration(outer, 30)
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
exit status 255
The package 7.4 prints the same.
--- a fatal error
  store->save(outer)
  store->putOffExpiration(outer, 30)
  store->save(outer)
  store->putOffExpiration(outer, 30)
exit status 255
The package 7.4 prints the same.
--- a shutdown function that still uses the lock
  store->save(outer)
  store->putOffExpiration(outer, 30)
shutdown
  store->putOffExpiration(outer, 10)
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
The package 7.4 prints the same.
--- a shutdown function that throws
  store->save(outer)
  store->putOffExpiration(outer, 30)
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
exit status 255
The package 7.4 prints the same.
--- a lock in a static variable
  store->save(outer)
  store->putOffExpiration(outer, 30)
  store->save(static)
  store->putOffExpiration(static, 30)
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
  store->exists(static)
  store->delete(static)
  store->exists(static)
The package 7.4 prints the same.
--- a lock in a static property
  store->save(outer)
  store->putOffExpiration(outer, 30)
  store->save(property)
  store->putOffExpiration(property, 30)
  store->exists(outer)
  store->delete(outer)
  store->exists(outer)
  store->exists(property)
  store->delete(property)
  store->exists(property)
The package 7.4 prints the same.
--- an output handler
  store->save(outer)
  store->putOffExpiration(outer, 30)
BUFFERED
  STORE->EXISTS(OUTER)
  STORE->DELETE(OUTER)
  STORE->EXISTS(OUTER)
The package 7.4 prints the same.
