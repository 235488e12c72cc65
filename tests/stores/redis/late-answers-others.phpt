--TEST--
RedisStore through RedisArray, Relay and Predis: an answer that comes too late is nobody's answer
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';
require __DIR__.'/../../inc/relay_class.inc';

$slow = new SlowServer();
foreach ([
    '\RedisArray' => fn () => $slow->array(),
    'Relay\Relay' => fn () => new Relay\Relay($slow->redis('connect', 0)),
    'Predis' => fn () => $slow->predis(),
] as $name => $make) {
    group($name, fn () => late_answers_are_nobodys($make, $slow->proxy));
}
?>
--EXPECT--
ok: \RedisArray
ok: Relay\Relay
ok: Predis
