<?php
/* SPDX-License-Identifier: MIT
 *
 * The page that every request of `./dev fpm` asks for. */

require_once __DIR__.'/application.inc';

ini_set('display_errors', '0');
ini_set('html_errors', '0');
$began = now();
try {
    $answer = page($_GET['what'], $_GET['way'], (int) $_GET['number'], $_GET['resource'], $began);
} catch (Throwable $e) {
    if (str_contains($e->getMessage(), 'undefined_function')) {
        throw $e;
    }
    $answer = chain($e);
}
header('X-Pid: '.getmypid());
echo $answer;
