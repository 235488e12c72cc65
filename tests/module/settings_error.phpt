--TEST--
Settings that are no such numbers are refused, and PHP says so when it starts
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

foreach ([
    'slock.connect_timeout' => ['500ms', '5abc', '', ' ', '0', '-1', 'nan', 'inf', '86400.5', '0x10', "5\0", '5 '],
    'slock.command_timeout' => ['500ms', '1,5', '0.0', '86401'],
    'slock.poll_interval' => ['100ms', '1e3', '5s', '', '0', '-5', '60001', '0.5', "7\0"],
] as $name => $refused) {
    $before = ini_get($name);
    foreach ($refused as $value) {
        same("$name, ".json_encode($value), [false, $before], [ini_set($name, $value), ini_get($name)]) || exit;
    }
}
same('seconds', ['5', '0.5'], [ini_set('slock.command_timeout', '0.5'), ini_get('slock.command_timeout')]);
same('milliseconds', ['100', '60000'], [ini_set('slock.poll_interval', '60000'), ini_get('slock.poll_interval')]);
$settings = ['slock.command_timeout' => '500ms', 'slock.poll_interval' => '5s', 'slock.connect_timeout' => '1.5'];
foreach ($settings as $name => $value) {
    echo trim(output_of("echo ini_get('$name');", 'here', [], [$name => $value])), "\n";
}
?>
--EXPECTF--
ok: slock.connect_timeout, "500ms"
ok: slock.connect_timeout, "5abc"
ok: slock.connect_timeout, ""
ok: slock.connect_timeout, " "
ok: slock.connect_timeout, "0"
ok: slock.connect_timeout, "-1"
ok: slock.connect_timeout, "nan"
ok: slock.connect_timeout, "inf"
ok: slock.connect_timeout, "86400.5"
ok: slock.connect_timeout, "0x10"
ok: slock.connect_timeout, "5\u0000"
ok: slock.connect_timeout, "5 "
ok: slock.command_timeout, "500ms"
ok: slock.command_timeout, "1,5"
ok: slock.command_timeout, "0.0"
ok: slock.command_timeout, "86401"
ok: slock.poll_interval, "100ms"
ok: slock.poll_interval, "1e3"
ok: slock.poll_interval, "5s"
ok: slock.poll_interval, ""
ok: slock.poll_interval, "0"
ok: slock.poll_interval, "-5"
ok: slock.poll_interval, "60001"
ok: slock.poll_interval, "0.5"
ok: slock.poll_interval, "7\u0000"
ok: seconds
ok: milliseconds
Warning: slock.command_timeout must be a number of seconds, greater than 0 and at most 86400; it has its default in %s on line %d
5
Warning: slock.poll_interval must be a whole number of milliseconds from 1 to 60000; it has its default in %s on line %d
100
1.5
