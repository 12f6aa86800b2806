--TEST--
Standard input is waited for like any other pipe, and read as a file when it is one (P11, IO-05)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
$program = <<<'CODE'
use function Async\{delay, spawn};
$done = false;
$ticks = 0;
spawn(function () use (&$done, &$ticks) { while (!$done) { delay(5); $ticks++; } });
Async\suspend();
var_dump(fgets(STDIN), stream_get_contents(fopen('php://stdin', 'r')), feof(STDIN) || fgets(STDIN) === false);
$done = true;
echo $ticks > (int) $argv[1] ? "ticked\n" : "only $ticks ticks\n";
CODE;
$php = php_command() . ' -r ' . escapeshellarg($program);
echo shell_exec("(sleep 0.2; echo one; sleep 0.2; echo two; echo three) | $php -- 5 2>&1");
$file = tempnam(sys_get_temp_dir(), 'files');
file_put_contents($file, "one\n" . str_repeat('x', 10000));
echo strlen(shell_exec("$php -- -1 < $file 2>&1")) > 1000 ? "a file\n" : "nothing\n";
unlink($file);
// A terminal.
$program = 'Async\spawn(function () { Async\delay(50); echo "meanwhile\n"; }); Async\suspend(); var_dump(fgets(STDIN));';
if (is_executable('/usr/bin/script')) {
    $command = escapeshellarg(php_command() . ' -r ' . escapeshellarg($program));
    $shown = shell_exec("(sleep 0.5; echo hey; sleep 0.5) | script -qec $command /dev/null 2>&1");
    echo preg_match('/meanwhile.*string\(4\) "hey/s', $shown) ? "a terminal\n" : $shown;
} else {
    echo "a terminal\n";
}
?>
--EXPECT--
string(4) "one
"
string(10) "two
three
"
bool(true)
ticked
a file
a terminal
