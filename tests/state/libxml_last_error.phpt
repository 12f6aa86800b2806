--TEST--
libxml_get_last_error() tells of the coroutine's own document, also when others load theirs during its waits
--EXTENSIONS--
dom
--FILE--
<?php
use function Async\{spawn, await, suspend};

/* A document that arrives in three parts, each after a wait; the first of a bad one has the error. */
class Parts
{
    public $context;
    private array $parts;

    function stream_open(string $path): bool
    {
        $name = parse_url($path, PHP_URL_HOST);
        $this->parts = ["<p>text<$name>", str_repeat('<b>text</b>', 700), 'end'];
        return true;
    }

    function stream_read(int $size): string { suspend(); return array_shift($this->parts) ?? ''; }
    function stream_eof(): bool { return !$this->parts; }
    function stream_stat(): array { return []; }
    function url_stat(): array { return []; }
}
stream_wrapper_register('parts', 'Parts');
libxml_use_internal_errors(true);
$load = function (string $name) {
    (new DOMDocument)->loadHTMLFile("parts://$name");
    $error = libxml_get_last_error();
    libxml_clear_errors();
    return $error ? trim($error->message) : 'good';
};
$tasks = array_map(fn($name) => spawn($load, $name), ['foo', 'b', 'bar', 'i']);
echo implode(', ', array_map(await(...), $tasks)), "\n";

// Main has an error; a coroutine ends with one; both have texts to be freed.
(new DOMDocument)->loadHTML('<main2>');
await(spawn(function () { (new DOMDocument)->loadHTML('<other>'); suspend(); }));
echo trim(libxml_get_last_error()->message), "\n";
?>
--EXPECT--
Tag foo invalid, good, Tag bar invalid, good
Tag main2 invalid
