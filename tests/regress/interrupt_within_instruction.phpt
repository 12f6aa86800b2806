--TEST--
A handler that throws at the end of a destructor does not harm the values that the interrupted instruction releases
--INI--
async.max_activity_interval=1
--FILE--
<?php
use function Async\suspend;

class Temporary
{
    function __destruct() { }
}
$shape = fn() => new ArrayObject([new Temporary, new Temporary, new Temporary, new Temporary, new Temporary]);
// A function of its own: when the throwing call and the try block are in one function, stock PHP's tracing JIT looks
// for the catch block of a destructor's exception in the wrong place, too.
$forever = function () use ($shape) {
    while (true) $shape();
};
$armed = false;
set_error_handler(function (int $type, string $text) use (&$armed) {
    // Once: the next warning can come before the exception is caught.
    if ($armed) {
        $armed = false;
        throw new ErrorException($text, 0, $type);
    }
    return true;
});
$rounds = getenv('ASYNC_TEST_TOOL') ? 20 : 200;
for ($i = 0; $i < $rounds; $i++) {
    suspend();
    try {
        $armed = true;
        $forever();
    } catch (ErrorException) {
    }
}
ini_set('async.max_activity_interval', 0);
// A value released twice has a handle, and memory, that is handed out twice.
$objects = [];
for ($i = 0; $i < 1000; $i++) {
    $objects[] = new ArrayObject([$i]);
}
var_dump(count(array_unique(array_map(spl_object_id(...), $objects))), array_sum(array_map(fn($o) => $o[0], $objects)));
?>
--EXPECT--
int(1000)
int(499500)
