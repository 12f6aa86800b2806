--TEST--
bin/async-top in a terminal: any size, keys, its end, and the end of the program
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('async-top runs on stock PHP, whose own leaks are reported');
if (!extension_loaded('posix')) die('skip needs posix');
if (@proc_open('true', [['pty'], ['pty'], ['pty']], $pipes) === false) die('skip needs pseudo terminals');
if (!`command -v stty`) die('skip needs stty');
?>
--FILE--
<?php
require __DIR__ . '/inspected.inc';
require __DIR__ . '/screen.inc';

$program = new Inspected(<<<'CODE'
    for ($i = 0; $i < 200; $i++) {
        Async\spawn(fn() => Async\delay(3600000))->setName("coroutine number $i");
    }
    Async\delay(1);
    ready();
    fgets(STDIN);
    exit;
    CODE);

foreach ([[24, 80], [10, 40], [3, 20], [1, 10], [60, 200], [9, 1]] as [$lines, $columns]) {
    $screen = new Screen($program->socket, $lines, $columns);
    $seen = $screen->lines(fn($it) => count($it) === $lines && !str_starts_with(end($it), 'PAUSED'));
    $widest = max(array_map(fn($it) => preg_match_all('/./us', $it), $seen));
    echo "$lines x $columns: ", count($seen), ' lines, ', $widest <= $columns ? 'fits' : "too wide: $widest", "\n";
    if ($lines === 24) {
        var_dump(str_contains($seen[2], '201 coroutines'), str_contains($seen[24], 'rows 1-'));
        $screen->press('G');
        $screen->lines(fn($it) => str_contains(implode($it), 'number 199'));
        $screen->press('nrf');
        $seen = $screen->lines(fn($it) => str_contains($it[24] ?? '', 'sort: name reversed'));
        var_dump(str_contains($seen[24] ?? '', 'sort: name reversed'));
        $screen->press("g\e[B\e[");
        usleep(20000);   // the rest of the key comes later
        $screen->press('6~ ');
        $seen = $screen->lines(fn($it) => str_contains($it[24] ?? '', 'PAUSED'));
        var_dump(str_contains($seen[24] ?? '', 'rows 21-'));
    }
    $screen->press($lines === 10 ? "\x03" : 'q');
    echo trim($screen->end()), "\n";
}

echo "-- another size, and the end of the program\n";
$sign = socket_folder() . '/resize';
$wait = "tries=0; until [ -e $sign ] || [ \$tries = 200 ]; do sleep 0.1; tries=\$((tries + 1)); done";
$screen = new Screen($program->socket, 24, 80, "exec 3<&0; ($wait; stty rows 7 cols 30 <&3) &");
var_dump(count($screen->lines(fn($it) => count($it) === 24)));
touch($sign);
$seen = $screen->lines(fn($it) => count($it) === 7);
var_dump(count($seen), max(array_map(fn($it) => preg_match_all('/./us', $it), $seen)) <= 30);
$program->end();
echo preg_replace('/\S+s-\d+/', 'SOCKET', trim($screen->end())), "\n";
?>
--EXPECTF--
24 x 80: 24 lines, fits
bool(true)
bool(true)
bool(true)
bool(true)
ended 0
10 x 40: 10 lines, fits
ended 0
3 x 20: 3 lines, fits
ended 0
1 x 10: 1 lines, fits
ended 0
60 x 200: 60 lines, fits
ended 0
9 x 1: 9 lines, fits
ended 0
-- another size, and the end of the program
int(24)
int(7)
bool(true)
async-top: SOCKET: %s
ended 1
