--TEST--
A fork during lookups: the child can look names up, and the parent's pending lookups go on (lifetime rules 1 and 12, IO-08)
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (getenv('ASYNC_TEST_TOOL') === 'asan') die('skip the leak checker wants to stop threads that a forked child does not have');
require __DIR__ . '/names.inc';
skip_without_own_resolver();
?>
--FILE--
<?php
require __DIR__ . '/names.inc';
use function Async\{spawn, await, suspend};
$log = tempnam(sys_get_temp_dir(), 'peer');
own_names('timeout:60 attempts:1', $log);

$lookups = [];
foreach (['hung1', 'hung2', 'd10.a'] as $name) {
    $lookups[] = spawn(fn() => gethostbyname("$name.test"));
}
// As many lookups as can have a worker; the third one waits for one.
until_asked($log, 'A hung1.test');
until_asked($log, 'A hung2.test');

/** Output of a child that looks up a name: in its only coroutine, and in a new one. */
function ask(): string
{
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $pid = pcntl_fork();
    if ($pid === 0) {
        // A child that hangs is killed.
        pcntl_alarm(60);
        $answers = [gethostbyname('a.test'), await(spawn(fn() => gethostbynamel('multi.test')[2])), gethostbyname('no.test')];
        fwrite($theirs, implode(' ', $answers) . "\n");
        posix_kill(getmypid(), SIGKILL);
    }
    fclose($theirs);
    $line = fgets($ours);
    pcntl_waitpid($pid, $status);
    return $line === false ? 'no answer, signal ' . pcntl_wtermsig($status) . "\n" : $line;
}
echo 'in main: ', ask();
echo 'in a coroutine: ', await(spawn(ask(...)));
echo 'in two: ', implode('in two: ', array_map(Async\await(...), [spawn(ask(...)), spawn(ask(...))]));

release_hung();
echo implode(' ', array_map(Async\await(...), $lookups)), "\n";
unlink($log);
?>
--EXPECT--
in main: 192.0.2.1 192.0.2.3 no.test
in a coroutine: 192.0.2.1 192.0.2.3 no.test
in two: 192.0.2.1 192.0.2.3 no.test
in two: 192.0.2.1 192.0.2.3 no.test
hung1.test hung2.test 192.0.2.1
