--TEST--
examples/sharing.php: readers, a writer, promotion and demotion
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('sharing');
?>
--EXPECT--
The first reads:          yes
The second reads as well: yes
The third wants to write: no
The second stops reading.
The first writes now:     yes
The second reads again:   no
The first only reads:     yes
The second reads again:   yes
