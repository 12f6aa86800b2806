--TEST--
The first async call shifts no resource number, object number or descriptor visible to a script (P9)
--FILE--
<?php
$a = fopen('php://memory', 'r');
$one = new stdClass;
Async\await(Async\spawn(fn() => usleep(1000)));
$b = fopen('php://memory', 'r');
var_dump(get_resource_id($b) - get_resource_id($a));
Async\await(Async\spawn(fn() => fclose(stream_socket_client('udp://127.0.0.1:9'))));
$c = fopen('php://memory', 'r');
// A stream and its default context: as many numbers as outside a coroutine.
var_dump(get_resource_id($c) - get_resource_id($b) <= 3);
?>
--EXPECT--
int(1)
bool(true)
