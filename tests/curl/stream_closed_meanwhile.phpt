--TEST--
A stream that curl_exec() uses is closed by another coroutine: the close waits for the end of the transfer (D28)
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};
$listener = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($listener, false) . '/';
spawn(function () use ($listener) {
    while ($connection = @stream_socket_accept($listener, 5)) {
        for ($length = 0; trim($line = fgets($connection)) !== '';) {
            $length = sscanf($line, 'Content-Length: %d')[0] ?? $length;
        }
        if ($length > 0) {
            fread($connection, $length);
        }
        fwrite($connection, "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\nConnection: close\r\n\r\n");
        for ($i = 0; $i < 20; $i++) {
            delay(2);
            @fwrite($connection, str_repeat('x', 1000));
        }
        fclose($connection);
    }
});
$name = sys_get_temp_dir() . '/async' . uniqid();
foreach (['FILE', 'WRITEHEADER', 'STDERR', 'INFILE'] as $option) {
    foreach ([false, true] as $cancels) {
        file_put_contents($name, 'sent');
        $stream = fopen($name, 'r+');
        $task = spawn(function () use ($url, $option, $stream) {
            $handle = curl_init($url);
            curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_VERBOSE => $option === 'STDERR',
                CURLOPT_UPLOAD => $option === 'INFILE', CURLOPT_INFILESIZE => 4]);
            curl_setopt($handle, constant("CURLOPT_$option"), $stream);
            return strlen(curl_exec($handle));
        });
        delay(15);
        $cancels && $task->cancel();
        echo "$option: ", var_export(fclose($stream), true), ' ';
        try {
            echo $task->isCompleted() ? 'completed ' : 'not completed ', await($task), ' ', filesize($name) > 0, "\n";
        } catch (Async\AsyncCancellation) {
            echo "cancelled\n";
        }
        clearstatcache();
    }
}
unlink($name);
exit;
?>
--EXPECT--
FILE: true completed 1 1
FILE: true completed cancelled
WRITEHEADER: true completed 20000 1
WRITEHEADER: true completed cancelled
STDERR: true completed 20000 1
STDERR: true completed cancelled
INFILE: true completed 20000 1
INFILE: true completed cancelled
