--TEST--
One XMLWriter in several coroutines: calls take turns, and each written part stays whole (P10, D33)
--EXTENSIONS--
xmlwriter
simplexml
posix
--FILE--
<?php
use function Async\{await, awaitAll, delay, spawn};

// It is written to faster than it is read: most writes wait.
$fifo = sys_get_temp_dir() . '/async-xmlwriter-' . getmypid();
posix_mkfifo($fifo, 0600);
$reader = fopen($fifo, 'r+');
stream_set_blocking($reader, false);
$text = '';
$read = spawn(function () use ($reader, &$text) {
    while (!str_ends_with($text, "</r>\n")) {
        $text .= fread($reader, 65536);
        delay(1);
    }
});
$writer = new XMLWriter;
$writer->openUri($fifo);
unlink($fifo);
$writer->startDocument();
$writer->startElement('r');
$write = fn(int $number) => spawn(function () use ($writer, $number) {
    for ($i = 0; $i < 100; $i++) {
        $number % 2 ? $writer->writeElement("e$number", str_repeat("$number", 1500))
            : xmlwriter_write_element($writer, "e$number", str_repeat("$number", 1500));
        $i % 5 || $writer->flush();
    }
});
awaitAll(array_map($write, range(1, 4)));
$writer->endElement();
$writer->endDocument();
$writer->flush();
await($read);
var_dump(preg_match_all('~<e(\d)>\1{1500}</e\1>~', $text), simplexml_load_string($text)->count());
?>
--EXPECT--
int(400)
int(400)
