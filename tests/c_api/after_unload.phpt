--TEST--
c_api: a thread that still has a ticket when PHP has unloaded its extensions may wake and release it
--SKIPIF--
<?php
require __DIR__ . '/probe.inc';
skip_without_probe();
?>
--FILE--
<?php
require __DIR__ . '/probe.inc';
show('the wait has ended', <<<'CODE'
    delay(0);
    probe_begin(1);
    probe_last(1);
    probe_end(1);
    echo probe_counts(), "\n";
    CODE);
show('the wait is left to the end of the request', <<<'CODE'
    delay(0);
    probe_begin(1);
    probe_last(1);
    CODE);
?>
--EXPECT--
-- the wait has ended
taken 0, dropped 0, refused 0, calls 0
at the end of the process: refused 1
status 0
-- the wait is left to the end of the request
at the end of the process: refused 1
status 0
