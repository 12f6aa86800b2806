--TEST--
A pattern is compiled with other options while a callback of mb_ereg_replace_callback() waits: the call goes on with its own
--EXTENSIONS--
mbstring
--SKIPIF--
<?php
if (!function_exists('mb_ereg')) {
    die('skip mbstring without regular expressions');
}
?>
--FILE--
<?php
use function Async\{await, delay, spawn};

function slow(int $count): string
{
    return mb_ereg_replace_callback('x(a+)', function (array $match) {
        delay(1);
        return "<$match[1]>";
    }, str_repeat('xaa xA ', $count));
}

$first = spawn(slow(...), 10);
$second = spawn(slow(...), 20);
$number = 0;
while (!$first->isCompleted() || !$second->isCompleted()) {
    mb_eregi('x(a+)', 'XA');
    // These take the memory of a pattern that was freed.
    for ($i = 0; $i < 10; $i++) {
        $number++;
        mb_ereg("$number(b+)", 'b');
    }
    mb_ereg('x(a+)', 'xa');
    delay(1);
}
var_dump(await($first) === str_repeat('<aa> xA ', 10), await($second) === str_repeat('<aa> xA ', 20));
var_dump(slow(1), mb_eregi('x(a+)', 'XA'));
?>
--EXPECT--
bool(true)
bool(true)
string(8) "<aa> xA "
bool(true)
