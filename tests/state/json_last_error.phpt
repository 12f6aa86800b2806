--TEST--
json_last_error() returns the coroutine's own last error; an object whose jsonSerialize() suspends is encoded whole (CO-04)
--FILE--
<?php
use function Async\{spawn, await, suspend};

function decode($json) {
    json_decode($json);
    suspend();
    return json_last_error_msg();
}
$bad = spawn('decode', '{');
$good = spawn('decode', '{}');
$deep = spawn(function () { json_decode('[[[]]]', depth: 1); suspend(); return json_last_error_msg(); });
json_encode("\xff");
suspend();
echo json_last_error_msg(), "\n", await($bad), "\n", await($good), "\n", await($deep), "\n";
echo await(spawn('json_last_error_msg')), "\n";
json_encode(0);

class Slow implements JsonSerializable {
    function __construct(private string $name) {}
    function jsonSerialize(): mixed {
        suspend();
        json_decode('{');
        suspend();
        return [$this->name, [[1]]];
    }
}
$a = spawn(fn() => json_encode([new Slow('a'), new Slow('A')]) . ' ' . json_last_error());
$b = spawn(fn() => json_encode(new Slow('b'), 0, 2) . ' ' . json_last_error_msg());
echo await($a), "\n", await($b), "\n", json_last_error_msg(), "\n";
?>
--EXPECTF--
Malformed UTF-8 characters, possibly incorrectly encoded
Syntax error%S
No error
Maximum stack depth exceeded%S
No error
[["a",[[1]]],["A",[[1]]]] 0
 Maximum stack depth exceeded
No error
