--TEST--
Variables bound to a statement of PDO may be written by other coroutines while execute() waits (D28)
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
use function Async\{spawn, await, suspend};

$pdo = new PDO('sqlite::memory:');
$pdo->sqliteCreateFunction('waiting', function ($x) {
    suspend();
    usleep(1);
    suspend();
    return $x;
});
/** What a writer does while a statement with this variable is executed. */
function beside(Closure $use, Closure $write): mixed
{
    $user = spawn($use);
    $writer = spawn(function () use ($write) {
        $write();
        // Memory that was freed is used again.
        return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
    });
    $result = await($user);
    await($writer);
    return $result;
}
$text = fn() => str_repeat('t', 60);

$variable = $text();
$statement = $pdo->prepare('SELECT waiting(1), length(:v), :v');
$statement->bindParam(':v', $variable);
$row = function () use ($statement) {
    $statement->execute();
    return $statement->fetch(PDO::FETCH_NUM);
};
$got = beside($row, function () use (&$variable) { $variable = null; });
var_dump($got[2] === $text(), $variable);
$variable = str_repeat('u', 30);
$got = beside($row, function () use (&$variable) { $variable .= str_repeat('v', 300); });
var_dump($got[2] === str_repeat('u', 30), strlen($variable));

// A variable that nothing else writes is converted, as on stock PHP.
$variable = 12345;
var_dump(beside($row, fn() => null)[2], $variable);
$variable = 12345;
var_dump(beside($row, function () use (&$variable) { $variable = 6; })[2], $variable);

// Rows that come later are made of the same value.
$rows = $pdo->prepare('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3) SELECT x || :v FROM n');
$rows->bindParam('v', $variable);
$variable = $text();
$got = beside(function () use ($rows) {
    $rows->execute();
    $all = [];
    while (($value = $rows->fetchColumn()) !== false) {
        $all[] = $value === count($all) + 1 . str_repeat('t', 60);
        suspend();
    }
    return $all;
}, function () use (&$variable) { $variable = null; });
echo json_encode($got), "\n";

// Other ways to bind are as they were.
$variable = 'by reference';
echo json_encode(beside(function () use ($rows) {
    $rows->execute();
    $all[] = $rows->fetchColumn();
    $rows->execute(['v' => 'in an array']);
    $all[] = $rows->fetchColumn();
    $rows->bindValue('v', 'value');
    $rows->execute();
    $all[] = $rows->fetchColumn();
    return $all;
}, fn() => null)), "\n";

// Another coroutine binds to the statement when the call is over.
$statement = $pdo->prepare('SELECT waiting(1), :v');
foreach (['bindValue', 'bindParam'] as $method) {
    $statement->bindValue('v', $text());
    $row = beside(function () use ($statement) {
        $statement->execute();
        return $statement->fetch(PDO::FETCH_NUM);
    }, function () use ($statement, $method) {
        $other = 'other';
        $statement->$method('v', $other);
    });
    var_dump($row[1] === $text());
    $statement->execute();
    echo $statement->fetchColumn(1), "\n";
}
?>
--EXPECT--
bool(true)
NULL
bool(true)
int(330)
string(5) "12345"
string(5) "12345"
string(5) "12345"
int(6)
[true,true,true]
["1by reference","1in an array","1value"]
bool(true)
other
bool(true)
other
