--TEST--
A callback of curl uses a stream of its transfer while another coroutine waits to close it: neither waits for the other
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn, timeout};

$name = sys_get_temp_dir() . '/async' . uniqid();
file_put_contents($name, str_repeat('x', 300000));
$calls = [
    'rewind' => rewind(...),
    'stream_get_contents' => stream_get_contents(...),
    'fwrite' => fn($stream) => fwrite($stream, 'more'),
    'fstat' => fn($stream) => fstat($stream)['size'],
    'flock' => fn($stream) => flock($stream, LOCK_SH),
    'fclose' => fn($stream) => @fclose($stream),    // the other close is under way
    'curl' => function ($stream) use ($name) {
        $another = curl_init("file://$name");
        curl_setopt_array($another, [CURLOPT_VERBOSE => true, CURLOPT_STDERR => $stream, CURLOPT_RETURNTRANSFER => true]);
        return strlen(curl_exec($another));
    },
];
$ways = [
    'exec' => fn($handle) => curl_exec($handle),
    'multi' => function ($handle) {
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $handle);
        do {
            curl_multi_exec($multi, $count);
        } while ($count > 0);
    },
];
foreach ($calls as $what => $call) {
    foreach ($ways as $way => $transfer) {
        $log = tmpfile();
        $is_inside = $closes = false;
        $answer = null;
        $handle = curl_init("file://$name");
        curl_setopt($handle, CURLOPT_VERBOSE, true);
        curl_setopt($handle, CURLOPT_STDERR, $log);
        curl_setopt($handle, CURLOPT_WRITEFUNCTION, function ($h, $data) use ($log, $call, &$is_inside, &$closes, &$answer) {
            if (!$is_inside) {
                $is_inside = true;
                while (!$closes) {
                    delay(1);
                }
                $answer = $call($log);
            }
            return strlen($data);
        });
        $transferred = spawn($transfer, $handle);
        while (!$is_inside) {
            delay(1);
        }
        $closed = spawn(function () use ($log, &$closes) {
            $closes = true;
            return fclose($log);
        });
        await($transferred, timeout(20000));
        echo "$what, $way: ", json_encode($answer), ', ', await($closed, timeout(20000)) ? 'closed' : 'open', "\n";
    }
}
unlink($name);
?>
--EXPECT--
rewind, exec: true, closed
rewind, multi: true, closed
stream_get_contents, exec: "", closed
stream_get_contents, multi: "", closed
fwrite, exec: 4, closed
fwrite, multi: 4, closed
fstat, exec: 0, closed
fstat, multi: 0, closed
flock, exec: true, closed
flock, multi: true, closed
fclose, exec: false, closed
fclose, multi: false, closed
curl, exec: 300000, closed
curl, multi: 300000, closed
