--TEST--
A channel of 1 slot is a FIFO queue in every schedule: no value is lost, doubled or overtaken (D37, D34, P5)
--FILE--
<?php
require __DIR__ . '/../inc/history.inc';

check_channel(capacity: 1, senders: 2, receivers: 2, each: 2);
// schedules: any
?>
--EXPECT--
done
