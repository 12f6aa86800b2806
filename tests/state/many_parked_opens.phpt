--TEST--
More than a thousand coroutines wait in fopen() of a stream wrapper, some of them deep in other opens: each gets its own result
--FILE--
<?php
/* From 8.6 on PHP counts the opens that have begun, and warns at a thousand: those of one flow of code. */
use function Async\{await, delay, spawn};

final class Slow
{
    public $context;
    private string $data = '';

    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        [$number, $depth] = explode('/', substr($path, strlen('slow://')));
        if ($depth > 0) {
            $this->data = (string) @file_get_contents("slow://$number/" . ($depth - 1));
        } else {
            delay(50);
            $this->data = "data $number";
        }
        return $number % 3 !== 0;
    }

    public function stream_read(int $size): string
    {
        [$data, $this->data] = [$this->data, ''];
        return $data;
    }

    public function stream_eof(): bool
    {
        return $this->data === '';
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_set_option(int $option, int $first, ?int $second): bool
    {
        return false;
    }
}
stream_wrapper_register('slow', Slow::class);
$messages = [];
set_error_handler(function (int $level, string $message) use (&$messages) {
    if (error_reporting() & $level) {
        delay(5);
        $messages[] = substr($message, strpos($message, ': ') + 2);
    }
    return true;
});
foreach (['flat' => [1200, 0], 'deep' => [60, 20]] as $title => [$count, $depth]) {
    $messages = [];
    $opening = [];
    for ($i = 1; $i <= $count; $i++) {
        $opening[$i] = spawn(fn() => file_get_contents("slow://$i/$depth"));
    }
    $right = 0;
    foreach ($opening as $i => $coroutine) {
        $right += await($coroutine) === ($i % 3 === 0 ? false : "data $i");
    }
    echo "$title: $right right\n";
    foreach (array_count_values($messages) as $message => $times) {
        echo "$times x $message\n";
    }
}
// The places of deep opens are released with their coroutines.
for ($round = 1; $round <= 5; $round++) {
    $opening = [];
    for ($i = 1; $i <= 60; $i++) {
        $opening[] = spawn(fn() => @file_get_contents("slow://$i/20"));
    }
    array_map(Async\await(...), $opening);
    $used[$round] = memory_get_usage();
}
echo 'memory is given back: ';
var_dump($used[5] - $used[2] < 10_000);
?>
--EXPECT--
flat: 1200 right
400 x Failed to open stream: "Slow::stream_open" call failed
deep: 60 right
20 x Failed to open stream: "Slow::stream_open" call failed
memory is given back: bool(true)
