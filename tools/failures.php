<?php
/* SPDX-License-Identifier: MIT
 *
 * What `./dev failures` prints. */

require dirname(__DIR__).'/tests/inc/failures.inc';

foreach (array_keys(failures()) as $title) {
    echo "$title\n    PHP package 7.4  ", failure($title, '7.4'), "\n    slock            ", failure($title, 'slock'), "\n\n";
}
