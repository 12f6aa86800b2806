--TEST--
Parameters of a SQLite3 statement are not replaced while another coroutine executes the statement (D28)
--EXTENSIONS--
sqlite3
--FILE--
<?php
use function Async\{await, delay, spawn};

class Slow
{
    public function __toString(): string
    {
        delay(20);
        return 'first';
    }
}

/** @param 'bindValue'|'bindParam' $bind */
function run(string $bind, mixed $first, int $type): void
{
    $db = new SQLite3(':memory:');
    $db->exec('CREATE TABLE t (a, b)');
    $statement = $db->prepare('INSERT INTO t VALUES (?, ?)');
    $statement->bindValue(1, $first, $type);
    $statement->bindValue(2, 1);
    $execute = spawn(fn() => $statement->execute());
    delay(5);
    $other = spawn(function () use ($statement, $bind) {
        [$text, $number] = ['second', 2];
        $statement->$bind(1, $text, SQLITE3_TEXT);
        $statement->$bind(2, $number);
        // What was freed is used for something else.
        for ($length = 8; $length < 80; $length += 8) {
            $fill[] = str_repeat("\x7f", $length);
        }
        $statement->execute();
    });
    await($execute);
    await($other);
    $rows = $db->query('SELECT a, b FROM t');
    while ($row = $rows->fetchArray(SQLITE3_NUM)) {
        $all[] = $row;
    }
    echo "$bind: ", json_encode($all), "\n";
}

foreach (['bindValue', 'bindParam'] as $bind) {
    [$read, $write] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    spawn(function () use (&$write) {
        delay(20);
        fwrite($write, 'first');
        fclose($write);
    });
    run($bind, $read, SQLITE3_BLOB);
    run($bind, new Slow, SQLITE3_TEXT);
}
?>
--EXPECT--
bindValue: [["first",1],["second",2]]
bindValue: [["first",1],["second",2]]
bindParam: [["first",1],["second","2"]]
bindParam: [["first",1],["second","2"]]
