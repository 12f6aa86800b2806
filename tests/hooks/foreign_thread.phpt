--TEST--
A library's own thread uses hooked slots without any effect: it waits as without the extension, beside coroutines (io.md, seam A)
--SKIPIF--
<?php
require __DIR__ . '/slots.inc';
skip_without_slots();
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
require __DIR__ . '/slots.inc';

$extension = '-d async.hook_extensions=slots -d extension=' . escapeshellarg(slots_extension());
$plain = 'thread_start(); while (($report = thread_report()) === null) { usleep(1000); } echo $report;';
$beside = <<<'CODE'
    use function Async\{await, delay, spawn};
    Async\suspend();
    echo slots_hooked() > 0 ? "" : "nothing is hooked\n";
    // Others wait for descriptors, processes and names meanwhile.
    $others = [
        spawn(fn() => shell_exec('sleep 0.1; echo text')),
        spawn(fn() => gethostbyname('localhost')),
        spawn(function () { [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); stream_set_timeout($a, 0, 100000); return fgets($a); }),
    ];
    thread_start();
    while (($report = thread_report()) === null) {
        delay(1);
    }
    echo $report;
    echo json_encode(array_map(Async\await(...), $others)), "\n";
    CODE;
[$expected, $status] = run_php($plain, $extension);
echo $expected, "status $status\n";
[$found, $status] = run_php($beside, $extension);
$found = str_replace("slots at the end: 0\n", '', $found);
echo $found === $expected . '["text\n","127.0.0.1",false]' . "\n" ? 'same' : $found, "\nstatus $status\n";
?>
--EXPECT--
poll(&fd, 1, 20): 0
select(0, NULL, NULL, NULL, &limit): 0
usleep(20000): 0
nanosleep(&moment, NULL): 0
recv(ends[0], text, sizeof(text), 0): -1 Resource temporarily unavailable
send(ends[1], "text", 4, 0): 4
recv(ends[0], text, sizeof(text), 0): 4
write(fifo[1], "text", 4): 4
read(fifo[0], text, sizeof(text)): 4
getaddrinfo("localhost", NULL, NULL, &list): 0
waitpid(pid, &status, 0) == pid: 1
WEXITSTATUS(status): 3
WEXITSTATUS(pclose(program)): 4
flock(fifo[0], LOCK_EX): 0
fstat(fileno(file), &about): 0
lseek(fileno(file), 7, SEEK_SET): 7
close(ends[0]) + close(ends[1]) + close(fifo[0]) + close(fifo[1]): 0
close(-1): -1 Bad file descriptor
status 0
same
status 0
