<?php
/* Coverage by xdebug or pcov, of a plain call or of several coroutines, as JSON; tests/programs/real-users compares. */
require __DIR__ . '/common.inc';
require __DIR__ . '/covered.inc';

$file = __DIR__ . '/covered.inc';
$count = (int) getenv('REAL_USERS_COROUTINES');
$body = $count ? fn() => together($count, fn() => Covered\outer(6)) : fn() => [Covered\outer(6)];
if (extension_loaded('xdebug')) {
    xdebug_set_filter(XDEBUG_FILTER_CODE_COVERAGE, XDEBUG_PATH_INCLUDE, [$file]);
    // Not its branches: stock Fibers that take turns make xdebug 3.2 crash then.
    xdebug_start_code_coverage(XDEBUG_CC_UNUSED | XDEBUG_CC_DEAD_CODE);
    $values = $body();
    $coverage = xdebug_get_code_coverage()[$file];
} else {
    pcov\start();
    $values = $body();
    pcov\stop();
    $coverage = pcov\collect(pcov\inclusive, [$file])[$file];
}
echo json_encode([array_unique($values), $coverage]), "\n";
