--TEST--
FlockStore that removes its files: while others come and go as readers, no reader is told that somebody else has the lock
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

$directory = temporary_directory();
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    [, $directory, $timeout] = $argv;
    $store = new FlockStore($directory, true);
    fgets(STDIN);
    for ($refused = $i = 0; $i < 4000; ++$i) {
        $lock = new Lock(new Key('read'), $store);
        $acquired = '' === $timeout ? $lock->acquireRead() : $lock->acquireRead(true, (float) $timeout);
        $acquired ? $lock->release() : ++$refused;
    }
    echo "refused: $refused\n";
    CODE;

foreach (['attempts' => '', 'waits for an instant' => '0.000001'] as $how => $timeout) {
    for ($i = 0, $children = []; $i < 3; ++$i) {
        $children[] = Child::start($code, 'here', [], [], [$directory, $timeout]);
    }
    array_map(fn ($child) => $child->say('go'), $children);
    same($how, array_fill(0, 3, "refused: 0\n"), array_map(fn ($child) => $child->finish(), $children));
}
same('nothing is left', [], glob("$directory/sf.*"));

// A writer is one.
$make = 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).', true)';
$writer = holder($make, 'read');
$store = eval("return $make;");
for ($refused = $took = []; count($took) < 5;) {
    $took[] = seconds(function () use ($store, &$refused) { $refused[] = lock_on($store, 'read')->acquireRead(); });
}
same('a reader while a writer holds it', array_fill(0, 5, false), $refused);
between('is told at once: seconds', 0, 0.05, min($took));
$writer->finish();
?>
--EXPECT--
ok: attempts
ok: waits for an instant
ok: nothing is left
ok: another process holds the lock
ok: a reader while a writer holds it
ok: is told at once: seconds
