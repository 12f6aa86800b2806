--TEST--
One XMLReader in several coroutines: calls take turns; a close during a read waits for the read (P10, D33)
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
use function Async\{awaitAll, delay, spawn};

class Slow
{
    public $context;
    private string $rest;

    public function stream_open(): bool { $this->rest = '<r>' . str_repeat('<a x="1">text</a>', 500) . '</r>'; return true; }
    public function stream_eof(): bool { return $this->rest === ''; }
    public function stream_stat(): array { return []; }
    public function url_stat(): array { return []; }

    public function stream_read(int $count): string
    {
        delay(1);
        $part = substr($this->rest, 0, 200);
        $this->rest = substr($this->rest, 200);
        return $part;
    }
}

stream_wrapper_register('slow', 'Slow');
$read = function (XMLReader $reader): int {
    for ($nodes = 0; $reader->read(); $nodes++);
    return $nodes;
};
// Each node goes to one of the coroutines.
$reader = XMLReader::open('slow://one');
var_dump(array_sum(awaitAll([spawn($read, $reader), spawn($read, $reader)])[0]));

$reader = XMLReader::open('slow://two');
[$results, $errors] = awaitAll([spawn($read, $reader), spawn(function () use ($reader) {
    delay(5);
    return $reader->close();
})]);
var_dump($results[1], get_class($errors[0]), $errors[0]->getMessage());
?>
--EXPECT--
int(1502)
bool(true)
string(5) "Error"
string(34) "Data must be loaded before reading"
