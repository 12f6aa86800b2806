--TEST--
Owners: rows computed during reading are read in turn, by fetch() and foreach alike (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../inc/shared_pdo.inc';
use function Async\{spawn, await, awaitAll};

$pdo = shared_pdo();
$sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT pause('%s' || i) FROM n";
ob_start();
$tasks = [
    spawn(function () use ($pdo, $sql) {
        $rows = [];
        foreach ($pdo->query(sprintf($sql, 'a'), PDO::FETCH_NUM) as $row) {
            $rows[] = $row[0];
        }
        return implode(' ', $rows);
    }),
    spawn(function () use ($pdo, $sql) {
        $statement = $pdo->query(sprintf($sql, 'b'));
        $rows = [];
        while (($row = $statement->fetchColumn()) !== false) {
            $rows[] = $row;
        }
        return implode(' ', $rows);
    }),
    spawn(fn() => implode(' ', $pdo->query(sprintf($sql, 'c'))->fetchAll(PDO::FETCH_COLUMN))),
];
[$results] = awaitAll($tasks);
$lines = explode("\n", trim(ob_get_clean()));
print_r($results);

// Each part ends before the next one begins.
foreach (array_chunk($lines, 2) as [$first, $second]) {
    if ($second !== str_replace('begins', 'ends', $first)) {
        echo "MIXED: $first, $second\n";
    }
}
// Each coroutine had to wait for the others.
echo count($lines), ' ', count(array_unique(array_map(fn($line) => $line[0], array_slice($lines, 0, 12)))), "\n";
?>
--EXPECT--
Array
(
    [0] => a1 a2 a3 a4
    [1] => b1 b2 b3 b4
    [2] => c1 c2 c3 c4
)
24 3
