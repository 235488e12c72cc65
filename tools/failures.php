<?php
/* SPDX-License-Identifier: MIT
 *
 * What `./dev failures` prints. */

require dirname(__DIR__).'/tests/inc/failures.inc';

$expected = strstr(file_get_contents(dirname(__DIR__).'/tests/docs/failures.phpt'), "--EXPECT--\n");
$status = 0;
foreach (array_keys(failures()) as $title) {
    [$package, $slock] = [failure($title, '7.4'), failure($title, 'slock')];
    echo "$title\n    PHP package 7.4  $package\n    slock            $slock\n";
    if (!str_contains($expected, "\n$title: $package / $slock\n")) {
        echo "    that is something else than tests/docs/failures.phpt says\n";
        $status = 1;
    }
    echo "\n";
}
exit($status);
