<?php
/*
 * What ./dev parity runs: prints where the public API is not that of the PHP packages. Fails when tests/inc/parity.txt does
 * not allow it, or allows what is not so.
 */

require __DIR__.'/../tests/inc/parity.inc';

$count = 0;
foreach (api_parity() as $where => $troubles) {
    foreach ($troubles as $trouble) {
        ++$count;
        echo "$where: $trouble\n";
    }
}
printf("%d classes compared with 5.4, 6.4 and 7.4, %d differences that tests/inc/parity.txt does not tell\n", count(api_of('here')), $count);
exit($count ? 1 : 0);
