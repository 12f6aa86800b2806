--TEST--
A stream is closed while a reader waits: the reader fails at once, and a new socket with the same number is not affected
--FILE--
<?php
// Lifetime rule: the registration ends before the number can be used again (P1, P4).
use function Async\{spawn, await, delay};
for ($round = 0; $round < 3; $round++) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $reader = spawn(function () use ($a) {
        $start = hrtime(true);
        try {
            $r = @fread($a, 10);
        } catch (Error $e) {
            $r = get_class($e);
        }
        return [$r, (hrtime(true) - $start) / 1e6 < 500];
    });
    delay(5);
    fclose($a);
    fclose($b);
    // The same numbers again.
    [$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $new = spawn(fn() => fread($c, 10));
    delay(5);
    fwrite($d, "round $round");
    echo json_encode(await($new)), ' ', json_encode(await($reader)), "\n";
}
echo "closed while another coroutine waits on another socket\n";
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$kept = spawn(fn() => fread($c, 10));
delay(1);
fclose($a);
[$e, $f] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($f, 'other');
delay(5);
fwrite($d, 'mine');
var_dump(await($kept), fread($e, 10));
?>
--EXPECTREGEX--
"round 0" \[(false|""),true\]
"round 1" \[(false|""),true\]
"round 2" \[(false|""),true\]
closed while another coroutine waits on another socket
string\(4\) "mine"
string\(5\) "other"
