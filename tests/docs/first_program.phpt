--TEST--
The first program of README.md works when its reader changes the 30 to 300
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../README.md')) die('skip the documents are not here');
require __DIR__ . '/../inc/child.php';
skip_under_tools('300 clients and a server in real time');
?>
--FILE--
<?php
require __DIR__ . '/../inc/child.php';
preg_match('/^```php\n(.*?)^```$/ms', file_get_contents(__DIR__ . '/../../README.md'), $m);
// The number stands in one place.
[$output, $status] = run_php(preg_replace('/\b30\b/', '300', $m[1], -1, $count));
preg_match('/^300 pages in (\d+\.\d) s\n$/', $output, $seconds) || die($output);
echo $count, ' ', $status, "\n";
// 0.2 where the machine is not busy, and 60 one after the other.
var_dump($seconds[1] < 10);
?>
--EXPECT--
1 0
bool(true)
