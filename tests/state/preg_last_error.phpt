--TEST--
preg_last_error() tells of the coroutine's own last call, also when its callbacks wait while calls of others fail
--FILE--
<?php
use function Async\{spawn, await, suspend};

$good = spawn(function () {
    $text = preg_replace_callback('/\w/', function ($match) { suspend(); return strtoupper($match[0]); }, 'abc');
    return [$text, preg_last_error_msg()];
});
$bad = spawn(function () {
    $none = preg_replace_callback('/./u', strtoupper(...), "\xff");
    suspend();
    return [$none, preg_last_error_msg()];
});
$catch = function (callable $before) {
    try {
        preg_replace_callback('/./', function () use ($before) { $before(); throw new Exception; }, 'a');
    } catch (Exception) {
        return preg_last_error_msg();
    }
};
// PHP 8.5 calls this an error.
$without_wait = $catch(fn() => null);
$caught = spawn($catch, suspend(...));
preg_match('/(?:\D+|<\d+>)*[!?]/', 'foobar foobar foobar');
suspend();
echo json_encode([await($good), await($bad), await($caught) === $without_wait, preg_last_error_msg()]), "\n";
echo await(spawn(preg_last_error_msg(...))), "\n";
?>
--EXPECT--
[["ABC","No error"],[null,"Malformed UTF-8 characters, possibly incorrectly encoded"],true,"Backtrack limit exhausted"]
No error
