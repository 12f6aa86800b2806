--TEST--
No message to the error log is lost while a message waits for its reader (P10, D33)
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{awaitAll, delay, spawn};

// Other coroutines go on meanwhile.
$turns = 0;
$other = spawn(function () use (&$turns) {
    for (; ; $turns++) {
        delay(10);
    }
});
$fifo = sys_get_temp_dir() . '/async-error-log-' . getmypid();
posix_mkfifo($fifo, 0600);
// Reads late: more is logged than a pipe holds.
$reader = popen('exec 2>/dev/null; { sleep 0.3; grep -o "message [0-9]* of [ab]"; } < ' . escapeshellarg($fifo), 'r');
ini_set('error_log', $fifo);
$log = function (string $name) {
    for ($i = 0; $i < 50; $i++) {
        error_log("message $i of $name" . str_repeat('.', 3000));
    }
};
$kept = fopen($fifo, 'r+');
awaitAll([spawn($log, 'a'), spawn($log, 'b')]);
ini_set('error_log', '');
fclose($kept);
$got = explode("\n", trim(stream_get_contents($reader)));
echo count($got), ' messages, ', count(array_unique($got)), " different ones\n";
unlink($fifo);
var_dump($turns >= 5);
$other->cancel();
?>
--EXPECT--
100 messages, 100 different ones
bool(true)
