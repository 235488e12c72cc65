--TEST--
FlockStore that removes its files: a promotion that fails leaves the read lock where nobody has written, whoever removes the file
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

$directory = temporary_directory();
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    [, $directory, $promotes] = $argv;
    $store = new FlockStore($directory, true);
    fgets(STDIN);
    for ($lost = $i = 0; $i < 4000; ++$i) {
        $lock = new Lock(new Key('read'), $store);
        if (!$lock->acquireRead(true)) {
            continue;
        }
        if ($promotes && !$lock->acquire() && !$lock->isAcquired()) {
            ++$lost;
        }
        $lock->release();
    }
    echo "lost: $lost\n";
    CODE;

foreach (['1', '', ''] as $promotes) {
    $children[] = Child::start($code, 'here', [], [], [$directory, $promotes]);
}
array_map(fn ($child) => $child->say('go'), $children);
same('one writer', array_fill(0, 3, "lost: 0\n"), array_map(fn ($child) => $child->finish(), $children));
same('nothing is left', [], glob("$directory/sf.*"));
?>
--EXPECT--
ok: one writer
ok: nothing is left
