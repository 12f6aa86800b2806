<?php
/* xdebug's trace and profile modes beside coroutines; tests/programs/real-users looks at the files. */
require __DIR__ . '/common.inc';
require __DIR__ . '/covered.inc';

$count = (int) getenv('REAL_USERS_COROUTINES');
$values = $count ? together($count, fn() => Covered\outer(4)) : [Covered\outer(4)];
same('traced: values', array_fill(0, max(1, $count), Covered\outer(4)), $values);
