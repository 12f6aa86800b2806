--TEST--
A stream whose FILE curl has asked for is closed by fclose() of libc; its number serves another pipe (lifetime rule 4)
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};
/** PHP closes the stream by fclose() afterwards. */
function cast($stream, int $option): void
{
    curl_setopt(curl_init(), $option, $stream);
}

echo "a pipe that was waited for\n";
$ticks = spawn(function () {
    for ($i = 0; $i < 40; $i++) {
        delay(10);
    }
});
await(spawn(function () {
    for ($round = 0; $round < 3; $round++) {
        // The child of proc_open() closes the same number, before the program begins.
        $process = proc_open(['sh', '-c', 'sleep 0.05; echo one; sleep 0.05; echo two'], [1 => ['pipe', 'w']], $pipes);
        echo rtrim(fgets($pipes[1])), ' ';
        cast($pipes[1], CURLOPT_INFILE);
        echo rtrim(fgets($pipes[1])), "\n";
        fclose($pipes[1]);
        proc_close($process);
    }
}));
await($ticks);

echo "a file\n";
$name = sys_get_temp_dir() . '/async' . uniqid();
await(spawn(function () use ($name) {
    $other = fopen(__FILE__, 'r');
    $file = fopen($name, 'w');
    fwrite($file, 'written');
    cast($file, CURLOPT_FILE);
    fclose($file);
    fclose($other);
    // Its input has the number of the file.
    $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    $writer = spawn(function () use ($pipes) {
        $written = fwrite($pipes[0], str_repeat('x', 1_000_000));
        fclose($pipes[0]);
        return $written;
    });
    var_dump(strlen(stream_get_contents($pipes[1])), await($writer));
}));
unlink($name);
?>
--EXPECT--
a pipe that was waited for
one two
one two
one two
a file
int(1000000)
int(1000000)
