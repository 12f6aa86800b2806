--TEST--
Errors of a stream wrapper: a warning names those of its own call, also when error handlers wait (P10)
--FILE--
<?php
/* PHP collects the errors of a wrapper and forgets them after the warning, which runs the error handler. */
use function Async\{awaitAll, delay, spawn};

final class Refusing
{
    public $context;

    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        delay((int) substr($path, -1) * 5);
        return false;
    }

    public function rename(string $from, string $to): bool
    {
        return true;
    }
}
stream_wrapper_register('refusing', Refusing::class);
set_error_handler(function (int $level, string $message) {
    delay(60);
    echo str_replace("\n", ' | ', substr($message, strpos($message, ': ') + 2)), "\n";
    return true;
});

echo "-- many at once\n";
$opening = [];
for ($i = 1; $i <= 4; $i++) {
    $opening[] = spawn(fn() => fopen("refusing://$i", 'r'));
}
awaitAll($opening);

echo "-- one that works beside one that fails\n";
$failing = spawn(fn() => fopen('refusing://5', 'r'));
$working = spawn(function () {
    delay(40);                      // The other one is in its error handler.
    var_dump(@file_get_contents('data:,text'), rename('refusing://a', 'refusing://b'));
    delay(5);
    fopen('refusing://1', 'r');     // This forgets what it has noted itself.
});
awaitAll([$failing, $working]);

echo "-- an end in the error handler\n";
$ending = spawn(fn() => fopen('refusing://1', 'r'));
delay(30);
$ending->cancel();
awaitAll([$ending, spawn(fn() => fopen('refusing://2', 'r'))]);
fopen('refusing://3', 'r');
?>
--EXPECT--
-- many at once
Failed to open stream: "Refusing::stream_open" call failed
Failed to open stream: "Refusing::stream_open" call failed
Failed to open stream: "Refusing::stream_open" call failed
Failed to open stream: "Refusing::stream_open" call failed
-- one that works beside one that fails
string(4) "text"
bool(true)
Failed to open stream: "Refusing::stream_open" call failed
Failed to open stream: "Refusing::stream_open" call failed
-- an end in the error handler
Failed to open stream: "Refusing::stream_open" call failed
Failed to open stream: "Refusing::stream_open" call failed
