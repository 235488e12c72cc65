--TEST--
RedisStore with replicas=1 by sentinels: a lock that was acknowledged is known to the next master when this one is killed
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
// `./dev failovers` has more of it.
require __DIR__.'/../../inc/failovers.inc';

// Replication that takes so much longer loses locks without it in each of them.
$sides = (new FailoverTrial(0.05, 1.0))->result;
['without' => $without, 'with' => $with] = $sides;
// On a busy machine a replica may take longer than such a client waits for it; but not most of the time.
check('most locks were acknowledged', $with['errors'] < $with['acknowledged'], show($sides));
same('none is lost', 0, $with['lost']);
check('without the option some are', $without['lost'] > 0, show($sides));
?>
--EXPECT--
ok: most locks were acknowledged
ok: none is lost
ok: without the option some are
