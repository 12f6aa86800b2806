--TEST--
A variable that a function fills: the destructor of its old value runs at the start of the call, as on stock PHP
--EXTENSIONS--
xml
--FILE--
<?php
use function Async\{await, spawn};

class Old
{
    public function __destruct()
    {
        echo 'destroyed', PHP_EOL;
    }
}

$parse = function (mixed $old): string {
    $values = $old;
    unset($old);
    $parser = xml_parser_create();
    xml_set_element_handler($parser, function () { echo 'parsing', PHP_EOL; }, null);
    xml_parse_into_struct($parser, '<a/>', $values, $index);
    return json_encode($values) . json_encode($index);
};
$size = function (mixed $old): string {
    $info = $old;
    unset($old);
    getimagesize('data:,not an image', $info);
    return json_encode($info);
};
$wrong = function (): string {
    $info = [new Old];
    try {
        getimagesize("a\0b", $info);
    } catch (ValueError) {
        echo 'refused: ', get_class($info[0]), PHP_EOL;
    }
    return 'left alone';
};
$all = function () use ($parse, $size, $wrong): void {
    foreach ([$parse, $size] as $call) {
        echo $call('no object'), PHP_EOL, $call([1, new Old]), PHP_EOL, $call(new Old), PHP_EOL;
    }
    echo $wrong(), PHP_EOL;
};
ob_start();
$all();
$stock = ob_get_clean();
ob_start();
await(spawn($all));
$ours = ob_get_clean();
echo $ours === $stock ? 'the same' : "--- stock:\n$stock--- in a coroutine:\n$ours", PHP_EOL;
echo substr_count($stock, 'destroyed'), PHP_EOL;
?>
--EXPECT--
the same
5
