--TEST--
The recursion marks of coroutines that a fatal error finds parked take no memory from the next requests (D43, P13)
--SKIPIF--
<?php
if (!getenv('TEST_PHP_CGI_EXECUTABLE')) die('skip needs php-cgi');
if (getenv('ASYNC_TEST_TOOL')) die('skip measures the memory of the process');
if (!is_readable('/proc/self/statm')) die('skip needs /proc');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$script = __DIR__ . '/recursion_marks_abandoned.inc.php';
file_put_contents($script, <<<'PHP'
<?php
class Node implements JsonSerializable
{
    public function __construct(private ?Node $next) {}
    public function jsonSerialize(): mixed { if (!$this->next) { Async\suspend(); } return [$this->next]; }
}
$node = null;
for ($i = 0; $i < 300; $i++) {
    $node = new Node($node);
}
for ($i = 0; $i < 100; $i++) {
    Async\spawn(fn() => $_SERVER['MARKS'] ? json_encode($node, depth: 1000) : Async\suspend());
}
Async\suspend();
echo '[', (int) (explode(' ', file_get_contents('/proc/self/statm'))[1] * 4096 / 1e6), ']';
@trigger_error('fatal', E_USER_ERROR);
PHP);
$megabytes = [];
foreach ([0, 1] as $marks) {
    $output = (string) shell_exec("env -i MARKS=$marks "
        . php_command('-T 8 ' . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE')) . ' 2>/dev/null');
    preg_match_all('/\[(\d+)\]/', $output, $found);
    $megabytes[] = array_map('intval', $found[1]);
    echo count($found[1]), " requests\n";
}
// An emulator may keep records of memory that was given back, in each request.
$growth = array_map(fn($of) => end($of) - $of[1], $megabytes);
echo $growth[1] - $growth[0] < 6 ? "the memory stays\n" : 'megabytes: ' . json_encode($megabytes) . "\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/recursion_marks_abandoned.inc.php'); ?>
--EXPECT--
8 requests
8 requests
the memory stays
