--TEST--
The pictures of docs/performance.md are those of bench/figures.tsv, and each of its figures stands in the page
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../bench/figures.tsv')) die('skip the benchmarks are not here');
?>
--FILE--
<?php
$root = dirname(__DIR__, 2);
passthru(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg("$root/bench/plot") . ' --check', $status);
echo "status $status\n";
$page = file_get_contents("$root/docs/performance.md");
$count = 0;
foreach (preg_grep('/^(?!#|plot\t)/', file("$root/bench/figures.tsv", FILE_IGNORE_NEW_LINES)) as $line) {
    [$label, $async, $other] = explode("\t", $line);
    foreach ([$async, $other] as $figure) {
        $count++;
        preg_match('/(?<![\d.,])' . preg_quote($figure, '/') . '(?![\d]|[.,]\d)/', $page) || print("$label: $figure is not in the page\n");
    }
}
foreach (glob("$root/docs/plot-*.svg") as $picture) {
    str_contains($page, '(' . basename($picture) . ')') || print(basename($picture) . " is not in the page\n");
}
echo $count > 30 ? "compared\n" : "too few figures\n";
?>
--EXPECT--
status 0
compared
