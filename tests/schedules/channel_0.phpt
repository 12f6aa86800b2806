--TEST--
A channel without capacity is a FIFO queue in every schedule: no value is lost, doubled or overtaken (D37, D34, P5)
--FILE--
<?php
require __DIR__ . '/../inc/history.inc';

check_channel(capacity: 0, senders: 2, receivers: 2, each: 2);
// schedules: any
?>
--EXPECT--
done
