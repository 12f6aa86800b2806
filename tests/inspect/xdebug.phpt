--TEST--
xdebug's step debugger stops in coroutines, shows their stacks, and steps over a wait: to the one that runs next, or from 3.4 on in the same one
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('xdebug is another extension, with leaks of its own');
$found = shell_exec(escapeshellarg(PHP_BINARY) . ' -n -d zend_extension=xdebug -r "echo phpversion(\'xdebug\');" 2>/dev/null');
if (!preg_match('/^\d/', (string) $found)) die('skip there is no xdebug for this PHP');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$xdebug = shell_exec(php_command(loading('xdebug') . '-r ' . escapeshellarg("echo phpversion('xdebug');")));
$program = tempnam(sys_get_temp_dir(), 'xdebug') . '.php';
file_put_contents($program, <<<'PHP'
<?php
use function Async\{spawn, await, delay};
function fetch($name) {
    $x = "begin $name";
    delay(50);
    $x = "end $name";
    return $x;
}
function job($name) {
    $result = fetch($name);
    return $result;
}
$a = spawn('job', 'a');
$b = spawn('job', 'b');
echo await($a), ' ', await($b), "\n";
PHP);

$server = stream_socket_server('tcp://127.0.0.1:0');
$port = substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$debugged = proc_open(php_command(loading('xdebug') . "-d opcache.jit=disable -d xdebug.mode=debug -d xdebug.start_with_request=yes"
    . " -d xdebug.client_host=127.0.0.1 -d xdebug.client_port=$port " . escapeshellarg($program)), [1 => ['pipe', 'w']], $pipes);
$client = stream_socket_accept($server, 30) ?: die("no connection\n");
stream_set_timeout($client, 30);

function packet($client): string
{
    $packet = (string) stream_get_contents($client, (int) stream_get_line($client, 100, "\0"));
    fread($client, 1);
    return $packet;
}

/** Ask, and print what matters of the answer: lines, and the places of the stack. */
function ask($client, string $command, string $data = ''): void
{
    echo answer($client, $command, $data), "\n";
}

function answer($client, string $command, string $data = ''): string
{
    static $number = 0;
    fwrite($client, "$command -i " . ++$number . ($data === '' ? '' : ' -- ' . base64_encode($data)) . "\0");
    preg_match_all('/where="(\w+|{\w+)[^"]*"[^>]*lineno="(\d+)"|lineno="(\d+)"|CDATA\[([\w=]+)/', packet($client), $found, PREG_SET_ORDER);
    $found = array_map(fn ($one) => isset($one[4]) ? base64_decode($one[4]) : (isset($one[3]) ? "line $one[3]" : "$one[1]:$one[2]"), $found);
    return trim(strtok($command, ' ') . ' ' . implode(', ', $found));
}

packet($client);
ask($client, "breakpoint_set -t line -f file://$program -n 4");
ask($client, 'run');
ask($client, 'stack_get');
ask($client, 'run');
ask($client, 'eval -d 0', '$name');
ask($client, 'stack_get');
ask($client, 'step_over');
ask($client, 'step_over');
ask($client, 'stack_get');
echo 'after the steps: ', match (answer($client, 'eval -d 0', '$name')) {
    'eval a' => version_compare($xdebug, '3.4', '<') ? 'right' : 'the other one',
    'eval b' => version_compare($xdebug, '3.4', '<') ? 'the same one' : 'right',
}, "\n";
ask($client, 'step_out');
ask($client, 'eval -d 0', 'Async\currentCoroutine()->getName()');
ask($client, 'run');
fclose($client);
echo stream_get_contents($pipes[1]);
unlink($program);
@unlink(substr($program, 0, -4));
?>
--EXPECT--
breakpoint_set
run line 4
stack_get fetch:4, job:10, {fiber:0
run line 4
eval b
stack_get fetch:4, job:10, {fiber:0
step_over line 5
step_over line 6
stack_get fetch:6, job:10, {fiber:0
after the steps: right
step_out line 11
eval job
run
end a end b
