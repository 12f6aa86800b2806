--TEST--
Adding or removing a filter between reads of other coroutines on the stream tears or loses no line (D28, P4)
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
// With filters PHP reads until it has this many bytes.
stream_set_chunk_size($here, 1);
$upper = stream_filter_append($here, 'string.toupper', STREAM_FILTER_READ);

echo "-- removed\n";
$line = spawn(fn() => fgets($here));
fwrite($there, 'half a line, ');
suspend();
$removed = spawn(fn() => stream_filter_remove($upper));
suspend();
fwrite($there, "and the other half\nthe next one\n");
echo await($line);
var_dump(await($removed));
echo fgets($here);

echo "-- added\n";
$line = spawn(fn() => fgets($here));
fwrite($there, 'half a line, ');
suspend();
$added = spawn(fn() => stream_filter_prepend($here, 'string.rot13', STREAM_FILTER_READ));
suspend();
fwrite($there, "and the other half\n");
echo await($line);
echo get_resource_type(await($added)), "\n";
fwrite($there, "gur arkg bar\n");
echo fgets($here);

echo "-- the other direction\n";
$line = spawn(fn() => fgets($here));
suspend();
stream_filter_append($here, 'string.toupper', STREAM_FILTER_WRITE);
fwrite($here, "written meanwhile\n");
echo fgets($there);
fwrite($there, "ernq\n");
echo await($line);

echo "-- without a mode: both directions\n";
$line = spawn(fn() => fgets($here));
suspend();
$added = spawn(fn() => stream_filter_append($here, 'string.tolower'));
suspend();
fwrite($there, "SVEFG\nFRPBAQ\n");
echo await($line);
echo get_resource_type(await($added)), "\n";
fwrite($here, "Third\n");
echo fgets($here), fgets($there);
?>
--EXPECT--
-- removed
HALF A LINE, AND THE OTHER HALF
bool(true)
the next one
-- added
half a line, and the other half
stream filter
the next one
-- the other direction
WRITTEN MEANWHILE
read
-- without a mode: both directions
FIRST
stream filter
second
third
