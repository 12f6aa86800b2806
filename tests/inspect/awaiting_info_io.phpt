--TEST--
getAwaitingInfo() and stats() of waiting stock functions: descriptor, deadline, timer, DNS job (TL-08)
--FILE--
<?php
use function Async\{spawn, suspend, stats};

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_timeout($a, 1000);
$reader = spawn(fn() => fread($a, 10));
$sleeper = spawn(fn() => usleep(100_000_000));
$dns = spawn(fn() => gethostbyname('name.invalid'));
$before = stats();
suspend();
$now = stats();
$info = $reader->getAwaitingInfo();
var_dump($info['type'], is_int($info['fd']) && $info['fd'] > 2, $info['remaining_ms'] > 900_000 && $info['remaining_ms'] <= 1_010_000);
$info = $sleeper->getAwaitingInfo();
var_dump(array_keys($info), $info['type'], $info['remaining_ms'] <= 100_000);
echo json_encode($dns->getAwaitingInfo()), "\n";
foreach (['waiting', 'timers', 'descriptors', 'jobs'] as $key) echo $key, ' +', $now[$key] - $before[$key], "\n";
fwrite($b, 'x');
$sleeper->cancel();
Async\await($dns);
Async\await($reader);
suspend();
$end = stats();
// The registration of the descriptor stays until it is closed.
foreach (['waiting', 'timers', 'jobs'] as $key) echo $key, ' +', $end[$key] - $before[$key], "\n";
fclose($a);
var_dump(stats()['descriptors'] - $before['descriptors']);
var_dump($reader->getAwaitingInfo(), $reader->getSuspendLocation() === __FILE__ . ':6', $sleeper->getSuspendLocation() === __FILE__ . ':7');
?>
--EXPECT--
string(10) "descriptor"
bool(true)
bool(true)
array(2) {
  [0]=>
  string(4) "type"
  [1]=>
  string(12) "remaining_ms"
}
string(5) "timer"
bool(true)
{"type":"job","job":"name lookup"}
waiting +3
timers +2
descriptors +1
jobs +1
waiting +0
timers +0
jobs +0
int(0)
array(0) {
}
bool(true)
bool(true)
