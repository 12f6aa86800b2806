--TEST--
exec() and other functions that fill a variable while they wait bear other coroutines that write or copy it (D28)
--EXTENSIONS--
pcntl
xml
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Jpeg
{
    public static string $image;
    public $context;
    private int $at = 0;
    public function stream_open() { return true; }
    public function stream_stat() { return []; }
    public function stream_eof() { return $this->at >= strlen(self::$image); }
    public function stream_read($count)
    {
        usleep(1);
        $this->at += $count;
        return substr(self::$image, $this->at - $count, $count);
    }
    public function stream_seek($at) { $this->at = $at; return true; }
    public function stream_tell() { return $this->at; }
}
stream_wrapper_register('jpeg', 'Jpeg');
// Two application segments, and a frame of 3 x 2 pixels.
Jpeg::$image = "\xFF\xD8\xFF\xE0\0\x06abcd\xFF\xE1\0\x06efgh\xFF\xC0\0\x0B\x08\0\x02\0\x03\x01\x01\x11\0\xFF\xD9";

class Typed { public ?array $lines = ['first']; public int $number = 5; }
$text = str_repeat('f', 20);
$cases = [
    'exec' => [fn() => [$text . '1'], function (&$a) { return exec('echo a; sleep 0.01; echo b', $a); }],
    'exec, null' => [fn() => null, function (&$a) { return exec('echo a; sleep 0.01; echo b', $a); }],
    'exec, twice the same' => [fn() => null, function (&$a) { return exec('sleep 0.01; exit 3', $a, $a); }],
    'exec, typed' => [fn() => new Typed, function (&$a) {
        $typed = $a instanceof Typed ? $a : new Typed;
        return exec('echo a; sleep 0.01; echo b', $typed->lines) . json_encode($typed);
    }],
    'exec, wrong type' => [fn() => new Typed, function (&$a) {
        try {
            return exec('echo a', $a->number);
        } catch (TypeError $e) {
            return $e->getMessage() . $a->number;
        }
    }],
    'getimagesize' => [fn() => null, function (&$a) { return getimagesize('jpeg://', $a); }],
    'pcntl_waitpid' => [fn() => null, function (&$a) {
        $process = proc_open('sleep 0.01', [], $pipes);
        $pid = proc_get_status($process)['pid'];
        return pcntl_waitpid($pid, $status, 0, $a) === $pid;
    }],
    'xml_parse_into_struct' => [fn() => null, function (&$a) {
        $parser = xml_parser_create();
        xml_set_element_handler($parser, fn() => usleep(1), fn() => suspend());
        return xml_parse_into_struct($parser, '<a><b>text</b></a>', $a, $index) . json_encode($index);
    }],
];
$writes = [
    'nothing' => function (&$a) {},
    'null' => function (&$a) { $a = null; },
    'string' => function (&$a) { $a = str_repeat('q', 20); },
    'unset' => function (&$a) { unset($a); },
    'copy' => function (&$a) {
        $copy = $a;
        $before = json_encode($copy);
        usleep(20000);
        json_encode($copy) === $before || print("BROKEN: the copy has changed\n");
    },
];
foreach ($cases as $what => [$make, $use]) {
    $a = $make();
    $expected = [$use($a), $a];
    foreach ($writes as $how => $write) {
        $a = $make();
        $user = spawn(function () use (&$a, $use) { $result = $use($a); return [$result, $a]; });
        $writer = spawn(function () use (&$a, $write, $what) {
            if (!($a instanceof Typed)) {
                $write($a);
            }
            // Memory that was freed is used again.
            return array_map(fn($length) => str_repeat('Q', $length), range(8, 400, 8));
        });
        [$got, $used] = [await($user), await($writer)];
        if ($what === 'pcntl_waitpid') {
            $got[1] = is_array($got[1]) ? $expected[1] : $got[1];
        }
        if ($got != $expected) {
            echo "$what, $how: ", json_encode($got), ' not ', json_encode($expected), "\n";
        }
        unset($a, $user, $writer, $used);
    }
}
// Each call adds its lines.
$lines = [];
$run = function ($name) use (&$lines) { return exec("echo $name; sleep 0.01; echo $name", $lines); };
await(spawn($run, 'a'));
await(spawn($run, 'b'));
echo implode(' ', $lines), "\n";
?>
--EXPECT--
a a b b
