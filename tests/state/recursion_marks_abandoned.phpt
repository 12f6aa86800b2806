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
    Async\spawn(fn() => json_encode($node, depth: 1000));
}
Async\suspend();
echo '[', (int) (explode(' ', file_get_contents('/proc/self/statm'))[1] * 4096 / 1e6), ']';
@trigger_error('fatal', E_USER_ERROR);
PHP);
$output = (string) shell_exec('env -i ' . php_command('-T 8 ' . escapeshellarg($script), getenv('TEST_PHP_CGI_EXECUTABLE'))
    . ' 2>/dev/null');
preg_match_all('/\[(\d+)\]/', $output, $found);
$megabytes = array_map('intval', $found[1]);
echo count($megabytes), " requests\n";
echo end($megabytes) - $megabytes[1] < 6 ? "the memory stays\n" : 'megabytes: ' . implode(' ', $megabytes) . "\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/recursion_marks_abandoned.inc.php'); ?>
--EXPECT--
8 requests
the memory stays
