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
        // A name space without a definition is an error that ends no version of the parser.
        $first = str_starts_with($name, 'bad') ? "<$name:a/>" : '<a/>';
        $this->parts = ["<all>$first", str_repeat('<b>text</b>', 700), '</all>'];
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
    (new DOMDocument)->load("parts://$name");
    $error = libxml_get_last_error();
    libxml_clear_errors();
    return $error ? trim($error->message) : 'good';
};
$tasks = array_map(fn($name) => spawn($load, $name), ['bad1', 'b', 'bad2', 'i']);
echo implode(', ', array_map(await(...), $tasks)), "\n";

// Main has an error; a coroutine ends with one; both have texts to be freed.
(new DOMDocument)->loadXML('<main:a/>');
await(spawn(function () { (new DOMDocument)->loadXML('<other:a/>'); suspend(); }));
echo trim(libxml_get_last_error()->message), "\n";
?>
--EXPECT--
Namespace prefix bad1 on a is not defined, good, Namespace prefix bad2 on a is not defined, good
Namespace prefix main on a is not defined
