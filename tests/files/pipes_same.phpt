--TEST--
Pipes and FIFOs wait cooperatively and answer as outside a coroutine (P10, P11, IO-05, IO-10)
--SKIPIF--
<?php if (!extension_loaded('posix')) die('skip needs posix'); ?>
--FILE--
<?php
require __DIR__ . '/../io/transparency.inc';
$fifo = sys_get_temp_dir() . '/async-files-' . getmypid() . '.fifo';
posix_mkfifo($fifo, 0600);
register_shutdown_function(fn() => @unlink($fifo));
$process = function (string $command, array $pipes, callable $use) {
    $process = proc_open($command, $pipes, $ends);
    $result = $use($ends);
    array_map('fclose', array_filter($ends, 'is_resource'));
    return [$result, proc_close($process)];
};
transparent([
    'popen, fgets' => fn() => fgets(popen('sleep 0.3; echo hello', 'r')),
    'popen, end of file' => function () {
        $f = popen('sleep 0.3', 'r');
        return [fgets($f), feof($f), stream_get_meta_data($f)['eof'], pclose($f)];
    },
    'popen, stream_get_contents' => fn() => stream_get_contents(popen('echo a; sleep 0.3; echo b', 'r')),
    'popen, fread is short' => function () {
        $f = popen('echo a; sleep 0.3; echo b', 'r');
        usleep(100000);
        return [fread($f, 100), fread($f, 100), fread($f, 100)];
    },
    'popen, write more than fits' => function () {
        $f = popen('sleep 0.3; wc -c >/dev/null', 'w');
        return [fwrite($f, str_repeat('x', 300000)), pclose($f)];
    },
    'popen, reader gone' => function () {
        $f = popen('sleep 0.3; exit 3', 'w');
        return [fwrite($f, str_repeat('x', 300000)), pclose($f)];
    },
    'proc_open, both ways' => fn() => $process('sleep 0.3; cat', [['pipe', 'r'], ['pipe', 'w']], function ($ends) {
        fwrite($ends[0], "one\ntwo\n");
        fclose($ends[0]);
        return [fgets($ends[1]), fgets($ends[1]), fgets($ends[1]), feof($ends[1])];
    }),
    'not blocking' => function () {
        $f = popen('sleep 0.3; echo a 2>/dev/null', 'r');
        stream_set_blocking($f, false);
        $r = [fread($f, 10), feof($f), stream_get_meta_data($f)['blocked']];
        stream_set_blocking($f, true);
        return [...$r, fread($f, 10)];
    },
    'no time limit' => function () use ($process) {
        return $process('sleep 0.3; echo late', [1 => ['pipe', 'w']], fn($ends) => [
            stream_set_timeout($ends[1], 0, 1000), fgets($ends[1]), stream_get_meta_data($ends[1])['timed_out'],
        ]);
    },
    'fifo, read' => function () use ($fifo) {
        $writer = popen("sleep 0.3; echo hello > $fifo", 'r');
        return [file_get_contents($fifo), pclose($writer)];
    },
    'fifo, write' => function () use ($fifo) {
        $reader = popen("sleep 0.3; cat $fifo", 'r');
        return [file_put_contents($fifo, "hello\n"), fgets($reader), pclose($reader)];
    },
    'fifo, both ends' => function () use ($fifo) {
        $f = fopen($fifo, 'r+');
        return [fwrite($f, 'abc'), fread($f, 3)];
    },
]);
?>
--EXPECT--
popen, fgets: same
popen, end of file: same
popen, stream_get_contents: same
popen, fread is short: same
popen, write more than fits: same
popen, reader gone: same
proc_open, both ways: same
not blocking: same
no time limit: same
fifo, read: same
fifo, write: same
fifo, both ends: same
